// Prints what Go's types say about the built-in kinds and OpenAPI does not: which fields are pointers, which are left
// out when empty, and how strategic merge patches treat them. Run in testkit/real/go, whose module has the versions.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
)

type field struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Pointer  bool   `json:"pointer,omitempty"`
	Omit     bool   `json:"omit,omitempty"`
	OmitZero bool   `json:"omitZero,omitempty"`
	Strategy string `json:"strategy,omitempty"`
	MergeKey string `json:"mergeKey,omitempty"`
}

type output struct {
	Kinds map[string]string  `json:"kinds"`
	Types map[string][]field `json:"types"`
}

var out = output{Kinds: map[string]string{}, Types: map[string][]field{}}

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(known); err != nil {
			panic(err)
		}
	}
	for kind, goType := range known.AllKnownTypes() {
		if _, ok := goType.FieldByName("ObjectMeta"); ok && kind.Version != runtime.APIVersionInternal {
			out.Kinds[kind.GroupVersion().String()+"/"+kind.Kind] = expression(goType)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

// marshalsItself is true for types such as Time and Quantity, whose fields are not what JSON shows.
func marshalsItself(t reflect.Type) bool {
	marshaler := reflect.TypeOf((*json.Marshaler)(nil)).Elem()
	return t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler)
}

func expression(t reflect.Type) string {
	if marshalsItself(t) && t.Kind() != reflect.Pointer {
		return "self:" + name(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return expression(t.Elem())
	case reflect.Struct:
		return structure(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return "[" + expression(t.Elem()) + "]"
	case reflect.Map:
		return "{" + expression(t.Elem()) + "}"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	default:
		return "number"
	}
}

func name(t reflect.Type) string {
	path := strings.Replace(t.PkgPath(), "k8s.io/", "io.k8s.", 1)
	return strings.ReplaceAll(path, "/", ".") + "." + t.Name()
}

func structure(t reflect.Type) string {
	if _, seen := out.Types[name(t)]; !seen {
		out.Types[name(t)] = []field{}
		out.Types[name(t)] = fields(t)
	}
	return name(t)
}

func fields(t reflect.Type) []field {
	all := []field{}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "-" {
			continue
		}
		if tag == "" {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			all = append(all, fields(inner)...)
			continue
		}
		all = append(all, field{
			Name:     tag,
			Type:     expression(f.Type),
			Pointer:  f.Type.Kind() == reflect.Pointer,
			Omit:     strings.Contains(options, "omitempty"),
			OmitZero: strings.Contains(options, "omitzero"),
			Strategy: f.Tag.Get("patchStrategy"),
			MergeKey: f.Tag.Get("patchMergeKey"),
		})
	}
	return all
}
