// Evaluates queries over scrapes of a metrics page by Prometheus' own parser and engine, and prints the dashboards that
// kubebuilder's plugin grafana/v1-alpha writes. Reads one JSON document on stdin,
// unless it is called with `dashboards`, and writes one on stdout.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"github.com/spf13/afero"
	"sigs.k8s.io/kubebuilder/v4/pkg/machinery"
	"sigs.k8s.io/kubebuilder/v4/pkg/plugins/optional/grafana/v1alpha/scaffolds"
)

type scrape struct {
	AtMs int64             `json:"atMs"`
	Text string            `json:"text"`
	Type string            `json:"contentType"`
	Add  map[string]string `json:"labels"`
}

type question struct {
	Scrapes []scrape `json:"scrapes"`
	Queries []string `json:"queries"`
	AtMs    int64    `json:"atMs"`
}

type series struct {
	Labels map[string]string `json:"labels"`
	Value  string            `json:"value"`
}

type answer struct {
	Query  string   `json:"query"`
	Error  string   `json:"error,omitempty"`
	Series []series `json:"series"`
}

type point struct {
	t int64
	f float64
}

func (p point) T() int64                      { return p.t }
func (p point) ST() int64                     { return 0 }
func (p point) F() float64                    { return p.f }
func (p point) H() *histogram.Histogram       { return nil }
func (p point) FH() *histogram.FloatHistogram { return nil }
func (p point) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (p point) Copy() chunks.Sample           { return p }

type memory struct {
	labels map[string]labels.Labels
	points map[string][]point
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "dashboards" {
		writeDashboards()
		return
	}
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fail(err)
	}
	stored := &memory{labels: map[string]labels.Labels{}, points: map[string][]point{}}
	for _, each := range asked.Scrapes {
		if err := stored.add(each); err != nil {
			fail(err)
		}
	}
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples: 10_000_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute,
		EnableAtModifier: true, EnableNegativeOffset: true,
		Parser: parser.NewParser(parser.Options{}),
	})
	answers := []answer{}
	for _, query := range asked.Queries {
		answers = append(answers, evaluate(engine, stored, query, time.UnixMilli(asked.AtMs)))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func evaluate(engine *promql.Engine, stored storage.Queryable, text string, at time.Time) answer {
	found := answer{Query: text, Series: []series{}}
	query, err := engine.NewInstantQuery(context.Background(), stored, nil, text, at)
	if err != nil {
		found.Error = err.Error()
		return found
	}
	defer query.Close()
	result := query.Exec(context.Background())
	if result.Err != nil {
		found.Error = result.Err.Error()
		return found
	}
	vector, err := result.Vector()
	if err != nil {
		found.Error = err.Error()
		return found
	}
	for _, sample := range vector {
		found.Series = append(found.Series, series{sample.Metric.Map(), fmt.Sprint(sample.F)})
	}
	return found
}

func (m *memory) add(from scrape) error {
	read, err := textparse.New([]byte(from.Text), from.Type, labels.NewSymbolTable(), textparse.ParserOptions{})
	if err != nil {
		return err
	}
	for {
		entry, err := read.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if entry != textparse.EntrySeries {
			continue
		}
		_, _, value := read.Series()
		var found labels.Labels
		read.Labels(&found)
		builder := labels.NewBuilder(found)
		for name, text := range from.Add {
			builder.Set(name, text)
		}
		all := builder.Labels()
		key := all.String()
		m.labels[key] = all
		m.points[key] = append(m.points[key], point{from.AtMs, value})
	}
}

func (m *memory) Querier(mint, maxt int64) (storage.Querier, error) {
	return querier{m, mint, maxt}, nil
}

type querier struct {
	memory     *memory
	mint, maxt int64
}

func (q querier) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	keys := []string{}
	for key, all := range q.memory.labels {
		matches := true
		for _, matcher := range matchers {
			matches = matches && matcher.Matches(all.Get(matcher.Name))
		}
		if matches {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	found := []storage.Series{}
	for _, key := range keys {
		samples := []chunks.Sample{}
		for _, each := range q.memory.points[key] {
			if each.t >= q.mint && each.t <= q.maxt {
				samples = append(samples, each)
			}
		}
		found = append(found, storage.NewListSeries(q.memory.labels[key], samples))
	}
	return &seriesSet{found: found, at: -1}
}

type seriesSet struct {
	found []storage.Series
	at    int
}

func (s *seriesSet) Next() bool                        { s.at++; return s.at < len(s.found) }
func (s *seriesSet) At() storage.Series                { return s.found[s.at] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

func (q querier) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, errors.New("not supported")
}

func (q querier) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, errors.New("not supported")
}

func (q querier) Close() error { return nil }

// Has kubebuilder write its dashboards into memory, and prints them as one object: path to text.
func writeDashboards() {
	disk := afero.NewMemMapFs()
	writer := scaffolds.NewInitScaffolder()
	writer.InjectFS(machinery.Filesystem{FS: disk})
	if err := writer.Scaffold(); err != nil {
		fail(err)
	}
	found := map[string]string{}
	err := afero.Walk(disk, ".", func(path string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		text, err := afero.ReadFile(disk, path)
		found[path] = string(text)
		return err
	})
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, strings.TrimSpace(err.Error()))
	os.Exit(1)
}
