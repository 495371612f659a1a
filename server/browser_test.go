//go:build pictures

package server_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/websocket"

	"emcp/internal/test/process"
	"emcp/internal/test/wait"
)

// chromium is a headless browser, driven by the Chrome DevTools Protocol. Scripts of pages do not run in it.
type chromium struct {
	t    *testing.T
	page *websocket.Conn
	last int // id of a command
}

// startChromium starts Debian's Chromium, in which a host stands for an address.
func startChromium(t *testing.T, host, address string) *chromium {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("there is no Chromium: apt-get install --no-install-recommends chromium")
	}
	cmd := exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking",
		"--ignore-certificate-errors", "--host-resolver-rules=MAP "+host+" "+address, "--remote-debugging-port=0",
		"--remote-allow-origins=*",
		"--user-data-dir="+t.TempDir(), "about:blank")
	cmd.Env = append(os.Environ(), "LANGUAGE=en", "LANG=en_US.UTF-8")
	errs, input := io.Pipe()
	cmd.Stderr = input
	running, err := process.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Kill)
	debugger := ""
	for lines := bufio.NewScanner(errs); debugger == "" && lines.Scan(); {
		if _, rest, found := strings.Cut(lines.Text(), "DevTools listening on ws://"); found {
			debugger, _, _ = strings.Cut(rest, "/")
		}
	}
	go io.Copy(io.Discard, errs) //nolint:errcheck // until it ends
	var targets []struct{ Type, WebSocketDebuggerURL string }
	wait.For(t, 30*time.Second, func() error {
		response, err := http.Get("http://" + debugger + "/json/list") //nolint:noctx // of this computer
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if err := json.NewDecoder(response.Body).Decode(&targets); err != nil {
			return err
		}
		if len(targets) == 0 {
			return errors.New("no page")
		}
		return nil
	})
	page, err := websocket.Dial(targets[0].WebSocketDebuggerURL, "", "http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	page.MaxPayloadBytes = 32 << 20
	t.Cleanup(func() { _ = page.Close() })
	c := &chromium{t: t, page: page}
	c.do("Page.enable", nil, nil)
	c.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	c.do("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
	c.do("Network.enable", nil, nil)
	return c
}

// do sends a command and reads its result.
func (c *chromium) do(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatal(err)
	}
}

// try is do for commands that fail while one page replaces another.
func (c *chromium) try(method string, params, result any) error {
	c.t.Helper()
	c.last++
	if params == nil {
		params = map[string]any{}
	}
	if err := websocket.JSON.Send(c.page, map[string]any{"id": c.last, "method": method, "params": params}); err != nil {
		c.t.Fatal(err)
	}
	for {
		var message struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := websocket.JSON.Receive(c.page, &message); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case message.ID != c.last: // an event
			continue
		case message.Error != nil:
			return fmt.Errorf("%s: %s", method, message.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(message.Result, result)
	}
}

// OpenStream goes to an address and waits for the page with that heading.
func (c *chromium) open(address, heading string) {
	c.t.Helper()
	c.do("Page.navigate", map[string]any{"url": address}, nil)
	c.expect(heading)
}

// Expect waits for a page that has a text.
func (c *chromium) expect(text string) {
	c.t.Helper()
	wait.For(c.t, 30*time.Second, func() error {
		var document struct{ Root struct{ NodeID int } }
		var page struct{ OuterHTML string }
		if err := c.try("DOM.getDocument", nil, &document); err != nil {
			return err
		}
		if err := c.try("DOM.getOuterHTML", map[string]any{"nodeId": document.Root.NodeID}, &page); err != nil {
			return err
		}
		if !strings.Contains(page.OuterHTML, text) {
			return fmt.Errorf("the page has no %q:\n%s", text, page.OuterHTML)
		}
		return nil
	})
}

// write writes a text into the field that has the focus, which a new page gives to a field when it is ready.
func (c *chromium) write(text string) {
	c.t.Helper()
	wait.For(c.t, 30*time.Second, func() error { _, err := c.find("input:focus"); return err })
	c.do("Input.insertText", map[string]any{"text": text}, nil)
}

// find returns the id of the element that a CSS selector finds first.
func (c *chromium) find(selector string) (id int, err error) {
	c.t.Helper()
	var document struct{ Root struct{ NodeID int } }
	var element struct{ NodeID int }
	if err := c.try("DOM.getDocument", nil, &document); err != nil {
		return 0, err
	}
	if err := c.try("DOM.querySelector", map[string]any{"nodeId": document.Root.NodeID, "selector": selector},
		&element); err != nil {
		return 0, err
	}
	if element.NodeID == 0 {
		return 0, errors.New("the page has no " + selector)
	}
	return element.NodeID, nil
}

// bottom returns how far the lower edge of an element is from the top of the page, in pixels on a small phone.
func (c *chromium) bottom(selector string) float64 {
	c.t.Helper()
	c.do("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	id, err := c.find(selector)
	if err != nil {
		c.t.Fatal(err)
	}
	var box struct{ Model struct{ Border [8]float64 } } // x and y of the corners, clockwise
	c.do("DOM.getBoxModel", map[string]any{"nodeId": id}, &box)
	return box.Model.Border[5]
}

// address returns where the browser is, or where it has tried to go; empty while one page replaces another.
func (c *chromium) address() string {
	c.t.Helper()
	var history struct {
		CurrentIndex int
		Entries      []struct{ URL string }
	}
	if err := c.try("Page.getNavigationHistory", nil, &history); err != nil {
		return ""
	}
	return history.Entries[history.CurrentIndex].URL
}

// key presses a key.
func (c *chromium) key(name string) {
	c.t.Helper()
	key := map[string]map[string]any{
		"Tab":   {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
		"Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
	}[name]
	for _, kind := range []string{"keyDown", "keyUp"} {
		key["type"] = kind
		c.do("Input.dispatchKeyEvent", key, nil)
	}
}

// width and height are those of a small phone, in pixels. Every page must fit into the width.
const width, height = 360, 640

// picture writes what a phone with that colour scheme shows to a file of docs.
func (c *chromium) picture(name, scheme string) {
	c.t.Helper()
	c.do("Emulation.setEmulatedMedia",
		map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	size := func(height int) {
		c.do("Emulation.setDeviceMetricsOverride",
			map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	}
	size(400)
	var metrics struct {
		CSSContentSize struct{ Width, Height float64 }
	}
	c.do("Page.getLayoutMetrics", nil, &metrics)
	if int(metrics.CSSContentSize.Width) > width {
		c.t.Errorf("%s: the page is %v pixels wide", name, metrics.CSSContentSize.Width)
	}
	size(int(metrics.CSSContentSize.Height))
	var shot struct{ Data string }
	c.do("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	drawn, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(shot.Data)))
	if err != nil {
		c.t.Fatal(err)
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, paletted(drawn)); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile("../docs/"+name+".png", file.Bytes(), 0o644); err != nil { //nolint:gosec // a page of docs
		c.t.Fatal(err)
	}
}

// paletted returns an image with the first 256 of its colours, which are rounded, so that its file is small.
func paletted(drawn image.Image) image.Image {
	seen := map[color.RGBA]bool{}
	var palette color.Palette
	bounds := drawn.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			at := color.RGBAModel.Convert(drawn.At(x, y)).(color.RGBA)
			at = color.RGBA{at.R | 15, at.G | 15, at.B | 15, 255}
			if !seen[at] && len(palette) < 256 {
				seen[at], palette = true, append(palette, at)
			}
		}
	}
	small := image.NewPaletted(bounds, palette)
	draw.Draw(small, bounds, drawn, bounds.Min, draw.Src)
	return small
}
