package main

import (
	"errors"
	"image/color"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// plotted are the cases in the plots, with their labels.
var plotted = []struct{ name, label string }{
	{"two TV orders with casts", "two TV orders"},
	{"query, frequent word", "query, frequent word"},
	{"offset 5000", "offset 5000"},
	{"100 items with 20 TVs", "100 items, 20 TVs"},
	{"TV filter", "TV filter"},
	{"root tree, 6 levels", "root tree, 6 levels"},
	{pageCase, "page of 20"},
	{"ancestors", "ancestors"},
	{"get", "get"},
}

// palette has colours that colour-blind people can distinguish (Okabe and Ito), and two grays.
var palette = []color.Color{
	color.RGBA{R: 0xD5, G: 0x5E, A: 255}, color.RGBA{R: 0xE6, G: 0x9F, A: 255},
	color.RGBA{R: 0xCC, G: 0x79, B: 0xA7, A: 255},
	color.RGBA{G: 0x72, B: 0xB2, A: 255}, color.RGBA{R: 0x56, G: 0xB4, B: 0xE9, A: 255},
	color.RGBA{G: 0x9E, B: 0x73, A: 255},
	color.RGBA{A: 255}, color.RGBA{R: 0x66, G: 0x66, B: 0x66, A: 255}, color.RGBA{R: 0xB0, G: 0xA0, B: 0x20, A: 255},
}

// plots draws latency against clients and against the size of the site.
func plots(d data, dir string) error {
	middle := d.middle()
	byClients := func(name string) (points plotter.XYs) {
		for _, r := range middle.of(name).Gateway {
			points = append(points, plotter.XY{X: float64(r.Clients), Y: r.P50})
		}
		return points
	}
	bySize := func(name string) (points plotter.XYs) {
		for _, s := range d.Sites {
			if r := with(s.of(name).Gateway, 1); r.Calls > 0 {
				points = append(points, plotter.XY{X: float64(s.Documents), Y: r.P50})
			}
		}
		return points
	}
	var clients, sizes []plot.Tick
	for _, n := range clientCounts {
		clients = append(clients, plot.Tick{Value: float64(n), Label: grouped(int64(n))})
	}
	for _, s := range d.Sites {
		sizes = append(sizes, plot.Tick{Value: float64(s.Documents), Label: grouped(int64(s.Documents))})
	}
	return errors.Join(
		draws("Median latency by clients, "+grouped(int64(middle.Documents))+" documents", "clients at the same time",
			clients,
			byClients, filepath.Join(dir, "latency-clients.png")),
		draws("Median latency by size of the site, one client", "documents", sizes, bySize,
			filepath.Join(dir, "latency-size.png")),
	)
}

// draws writes one plot with a line for every case.
func draws(title, x string, ticks []plot.Tick, points func(name string) plotter.XYs, file string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, "median latency, ms"
	p.Title.Padding, p.X.Padding, p.Y.Padding = vg.Points(8), vg.Points(4), vg.Points(4)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Marker = plot.ConstantTicks([]plot.Tick{
		{Value: 0.1, Label: "0.1"}, {Value: 1, Label: "1"}, {Value: 10, Label: "10"}, {Value: 100, Label: "100"},
		{Value: 1000, Label: "1,000"}, {Value: 10000, Label: "10,000"},
	})
	p.X.Min, p.X.Max = ticks[0].Value, ticks[len(ticks)-1].Value
	p.Y.Min, p.Y.Max = 0.1, 10000
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{Y: 225}, color.Gray{Y: 225}
	p.Add(grid)
	for i, c := range plotted {
		xys := points(c.name)
		if len(xys) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(xys)
		if err != nil {
			return err
		}
		line.Color, line.Width = palette[i], vg.Points(1.6)
		marks.Color, marks.Shape, marks.Radius = palette[i], draw.CircleGlyph{}, vg.Points(2.6)
		p.Add(line, marks)
		p.Legend.Add(c.label, line, marks)
	}
	return save(p, file)
}

// save writes a plot with an empty margin for its legend.
func save(p *plot.Plot, file string) (err error) {
	const width, height, margin = 22 * vg.Centimeter, 12 * vg.Centimeter, 5.6 * vg.Centimeter
	canvas := vgimg.New(width, height)
	whole := draw.New(canvas)
	legend := p.Legend
	p.Legend = plot.NewLegend()
	p.Draw(draw.Crop(whole, 0, -margin, 0, 0))
	legend.Left, legend.Top, legend.XOffs, legend.YOffs = true, true, 0, -vg.Centimeter
	legend.Draw(draw.Crop(whole, width-margin+vg.Points(8), 0, 0, 0))
	out, err := os.Create(file) //nolint:gosec // of this repository
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(out)
	return err
}
