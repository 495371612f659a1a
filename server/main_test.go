package server_test

import (
	"os"
	"testing"

	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }
