package config

// file is emcp.yaml as it is written, with the defaults of its keys.
type file struct {
	Listen  string              `yaml:"listen"`
	Route   fileRoute           `yaml:"route"`
	Sites   map[string]fileSite `yaml:"sites"`
	Servers []fileServer        `yaml:"servers"`
	Auth    fileAuth            `yaml:"auth"`
	Stdio   fileCaller          `yaml:"stdio"`
	Limits  fileLimits          `yaml:"limits"`
	Trace   fileTrace           `yaml:"trace"`
	Domain  fileDomain          `yaml:"domain"`
	Logging fileLogging         `yaml:"logging"`
}

type fileRoute struct {
	Prefixes []string `yaml:"prefixes"`
}

type fileSite struct {
	DSN              string `yaml:"dsn"`
	TablePrefix      string `yaml:"table_prefix"`
	MaxOpenConns     *int   `yaml:"max_open_conns"`
	StatementTimeout string `yaml:"statement_timeout"`
}

type fileServer struct {
	Handle  string     `yaml:"handle"`
	Site    string     `yaml:"site"`
	Enabled *bool      `yaml:"enabled"`
	Limits  fileLimits `yaml:"limits"`
}

type fileAuth struct {
	Modes  []string    `yaml:"modes"`
	Tokens []fileToken `yaml:"tokens"`
	None   fileCaller  `yaml:"none"`
}

type fileToken struct {
	Name    string   `yaml:"name"`
	SHA256  string   `yaml:"sha256"`
	Scopes  []string `yaml:"scopes"`
	View    string   `yaml:"view"`
	Servers []string `yaml:"servers"`
	Expires string   `yaml:"expires"`
}

type fileCaller struct {
	Scopes []string `yaml:"scopes"`
	View   string   `yaml:"view"`
}

// fileLimits are nil where a server does not override the global value.
type fileLimits struct {
	MaxPayloadKB   *int64 `yaml:"max_payload_kb"`
	MaxResultItems *int64 `yaml:"max_result_items"`
	MaxResultBytes *int64 `yaml:"max_result_bytes"`
}

type fileTrace struct {
	Header            string `yaml:"header"`
	GenerateIfMissing bool   `yaml:"generate_if_missing"`
}

type fileDomain struct {
	Content struct {
		MaxDepth  int64 `yaml:"max_depth"`
		MaxLimit  int64 `yaml:"max_limit"`
		MaxOffset int64 `yaml:"max_offset"`
	} `yaml:"content"`
	Models struct {
		MaxOffset int64       `yaml:"max_offset"`
		Allow     []fileModel `yaml:"allow"`
	} `yaml:"models"`
}

type fileModel struct {
	Model  string   `yaml:"model"`
	Fields []string `yaml:"fields"`
}

type fileLogging struct {
	Level string `yaml:"level"`
}

func defaults() file {
	f := file{
		Listen: "127.0.0.1:8787",
		Route:  fileRoute{Prefixes: []string{"/mcp", "/api/v1/mcp"}},
		Auth:   fileAuth{Modes: []string{"token"}},
		Limits: fileLimits{
			MaxPayloadKB:   new(int64(256)),
			MaxResultItems: new(int64(100)),
			MaxResultBytes: new(int64(1 << 20)),
		},
		Trace:   fileTrace{Header: "X-Trace-Id", GenerateIfMissing: true},
		Logging: fileLogging{Level: "info"},
	}
	f.Domain.Content.MaxDepth = 6
	f.Domain.Content.MaxLimit = 100
	f.Domain.Content.MaxOffset = 5000
	f.Domain.Models.MaxOffset = 5000
	return f
}
