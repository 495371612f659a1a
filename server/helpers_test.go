package server_test

import (
	. "emcp/internal/test/servertest"
)

func parseFailure(message string) string {
	return Failure("null", -32700, message, `"code":"parse_error","retryable":false`)
}
