// Prints the protobuf messages of the built-in kinds: the number of each field, its name as JSON has it and its type,
// read from the tags of Go's structs. Run in testkit/real/go, whose module has the versions.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
)

type output struct {
	Kinds    map[string]string `json:"kinds"`
	Messages map[string]string `json:"messages"`
}

var out = output{Kinds: map[string]string{}, Messages: map[string]string{}}

// Messages that are written by hand in Go, and the sign by which the table knows them.
var signs = map[string]string{
	"meta/v1.Time":                                  "t",
	"meta/v1.MicroTime":                             "u",
	"meta/v1.Duration":                              "D",
	"meta/v1.FieldsV1":                              "r",
	"resource.Quantity":                             "q",
	"intstr.IntOrString":                            "o",
	"runtime.RawExtension":                          "r",
	"apiextensions/v1.JSON":                         "r",
	"apiextensions/v1.JSONSchemaPropsOrBool":        "B",
	"apiextensions/v1.JSONSchemaPropsOrArray":       "A",
	"apiextensions/v1.JSONSchemaPropsOrStringArray": "S",
}

// Kinds that belong to every group.
var common = []any{
	metav1.Status{}, metav1.DeleteOptions{}, metav1.PartialObjectMetadata{}, metav1.PartialObjectMetadataList{},
}

var stable = regexp.MustCompile(`^v\d+$`)

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(known); err != nil {
			panic(err)
		}
	}
	for kind, goType := range known.AllKnownTypes() {
		isMeta := strings.HasSuffix(goType.PkgPath(), "apis/meta/v1")
		if !isMeta && stable.MatchString(kind.Version) {
			out.Kinds[kind.GroupVersion().String()+"/"+kind.Kind] = message(goType)
		}
	}
	for _, one := range common {
		goType := reflect.TypeOf(one)
		out.Kinds[goType.Name()] = message(goType)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func name(t reflect.Type) string {
	path := t.PkgPath()
	for _, prefix := range []string{"k8s.io/apimachinery/pkg/apis/", "k8s.io/apimachinery/pkg/api/", "k8s.io/apimachinery/pkg/util/",
		"k8s.io/apimachinery/pkg/", "k8s.io/apiextensions-apiserver/pkg/apis/", "k8s.io/api/"} {
		path = strings.TrimPrefix(path, prefix)
	}
	return path + "." + t.Name()
}

func message(t reflect.Type) string {
	if _, seen := out.Messages[name(t)]; !seen {
		out.Messages[name(t)] = ""
		out.Messages[name(t)] = strings.Join(fields(t), " ")
	}
	return name(t)
}

// fields are `name=number:type`; without a name for a message whose fields JSON shows in the one around it.
func fields(t reflect.Type) []string {
	all := []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		parts := strings.Split(f.Tag.Get("protobuf"), ",")
		if len(parts) < 2 {
			continue
		}
		json, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, fmt.Sprintf("%s=%s:%s", json, parts[1], expression(f.Type)))
	}
	return all
}

func expression(t reflect.Type) string {
	if sign, ok := signs[name(t)]; ok {
		return sign
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + expression(t.Elem())
	case reflect.Struct:
		return message(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "y"
		}
		// A list with a name and a method of its own is a message with one field in protobuf.
		if _, ok := reflect.PointerTo(t).MethodByName("Marshal"); ok {
			return "x"
		}
		return "[]" + expression(t.Elem())
	case reflect.Map:
		return "{}" + expression(t.Elem())
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Float64:
		return "d"
	default:
		return "i"
	}
}
