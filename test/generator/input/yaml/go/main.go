// Reads YAML and JSON the way kubectl and the API server's clients do, so that our own reader can be held to it.
//
//	go run . cases <cases.json >results.json   one result for each text of a JSON list
//	go run . files FOLDER >hashes.json         a hash for each file below a folder
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// testCase is one text: as it is, or in base64 where it is not UTF-8.
type testCase struct {
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"`
}

// document is what one document of a text is read as.
type document struct {
	Value json.RawMessage `json:"value,omitempty"`
	Error string          `json:"error,omitempty"`
}

func main() {
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "cases":
		err = readCases(os.Stdin, os.Stdout)
	case len(os.Args) == 3 && os.Args[1] == "files":
		err = readFiles(os.Args[2], os.Stdout)
	default:
		err = fmt.Errorf("usage: cases | files FOLDER")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readCases(in io.Reader, out io.Writer) error {
	var cases []testCase
	if err := json.NewDecoder(in).Decode(&cases); err != nil {
		return err
	}
	results := make([][]document, len(cases))
	for i, c := range cases {
		content := []byte(c.Text)
		if c.Base64 != "" {
			decoded, err := base64.StdEncoding.DecodeString(c.Base64)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			content = decoded
		}
		results[i] = readText(content)
	}
	return writeLines(out, len(results), func(i int) any { return results[i] })
}

// readFiles prints, for each file, a hash of the canonical JSON of its documents, "error" for those that cannot be read.
func readFiles(folder string, out io.Writer) error {
	var entries [][2]string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		hash := sha256.New()
		for _, doc := range readText(content) {
			if doc.Error == "" {
				hash.Write(doc.Value)
			} else {
				io.WriteString(hash, "error")
			}
			io.WriteString(hash, "\n")
		}
		entries = append(entries, [2]string{filepath.ToSlash(name), hex.EncodeToString(hash.Sum(nil))[:16]})
		return nil
	})
	if err != nil {
		return err
	}
	return writeLines(out, len(entries), func(i int) any { return entries[i] })
}

// readText reads a whole text: a stream of JSON objects where it is one, else YAML documents between separators.
// Documents that hold nothing are left out. A document that cannot be read costs only itself.
func readText(content []byte) []document {
	if documents, ok := readJSON(content); ok {
		return documents
	}
	var documents []document
	if bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff")) {
		// The splitter below knows only bytes.
		if doc, ok := readChunk(content); ok {
			documents = append(documents, doc)
		}
		return documents
	}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		chunk, err := reader.Read()
		if err == io.EOF {
			return documents
		}
		if err != nil {
			documents = append(documents, document{Error: err.Error()})
			continue
		}
		if doc, ok := readChunk(chunk); ok {
			documents = append(documents, doc)
		}
	}
}

func readJSON(content []byte) ([]document, bool) {
	if !utilyaml.IsJSONBuffer(content) {
		return nil, false
	}
	var documents []document
	decoder := json.NewDecoder(bytes.NewReader(content))
	for {
		var value any
		err := decoder.Decode(&value)
		if err == io.EOF {
			return documents, true
		}
		if err != nil {
			return nil, false
		}
		encoded, err := encode(value)
		if err != nil {
			return nil, false
		}
		documents = append(documents, document{Value: encoded})
	}
}

func readChunk(chunk []byte) (document, bool) {
	converted, err := yaml.YAMLToJSON(chunk)
	if err != nil {
		return document{Error: strings.ToValidUTF8(err.Error(), "?")}, true
	}
	if string(converted) == "null" {
		return document{}, false
	}
	var value any
	if err := json.Unmarshal(converted, &value); err != nil {
		return document{Error: err.Error()}, true
	}
	encoded, err := encode(value)
	if err != nil {
		return document{Error: err.Error()}, true
	}
	return document{Value: encoded}, true
}

// encode writes JSON with sorted keys, numbers as JavaScript has them (doubles), and no escapes for HTML.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(buffer.Bytes()), nil
}

// writeLines writes a JSON list, an entry to a line.
func writeLines(out io.Writer, count int, entry func(int) any) error {
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for i := 0; i < count; i++ {
		separator := ","
		if i == 0 {
			separator = "["
		}
		buffered.WriteString(separator)
		if err := encoder.Encode(entry(i)); err != nil {
			return err
		}
	}
	if count == 0 {
		buffered.WriteString("[")
	}
	buffered.WriteString("]\n")
	return buffered.Flush()
}
