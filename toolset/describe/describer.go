package describe

import "emcp/toolset/document"

// Describer describes the site for one call.
type Describer struct{ *document.Reader }
