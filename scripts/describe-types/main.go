// Prints the Go types of the built-in Kubernetes API as JSON: for every struct its fields with their JSON names, their
// Go types, and whether an empty value is left out. Decoding messages name these types, and no OpenAPI document does.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	"k8s.io/kubernetes/pkg/apis/resource"
)

// By the name of the struct, by the JSON name of the field: a flag, "?" where an empty value is left out and "~" where a
// zero one is, then the type: "*" for a pointer, "[]" for a list, "<Go type>{}" for a map, "=name" for a struct, "any" for
// what has a decoder of its own, and otherwise the name of a scalar. Behind it, after "^", the embedded structs that the
// field is from, which messages name.
// Fields are in the order of the struct, which is that of its JSON.
var structs = map[string]*fieldList{}

// What the server itself works with: messages show it where they show how two objects differ. Fields without a JSON name
// have that of the struct.
var layouts = map[string]*fieldList{}

type fieldList struct {
	names, types []string
	internal     bool
}

func (l *fieldList) add(name, described string) {
	l.names, l.types = append(l.names, name), append(l.types, described)
}

func (l *fieldList) MarshalJSON() ([]byte, error) {
	text := "{"
	for index, name := range l.names {
		if index > 0 {
			text += ","
		}
		key, _ := json.Marshal(name)
		value, _ := json.Marshal(l.types[index])
		text += string(key) + ":" + string(value)
	}
	return []byte(text + "}"), nil
}

var opaque = map[string]bool{
	"resource.Quantity": true, "intstr.IntOrString": true, "v1.Time": true, "v1.MicroTime": true, "v1.Duration": true,
}

// nameOf returns "apps/v1.Deployment", "meta/v1.ObjectMeta".
func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[len(parts)-2:], "/") + "." + t.Name()
}

func decodesItself(t reflect.Type) bool {
	unmarshaler := reflect.TypeOf((*json.Unmarshaler)(nil)).Elem()
	return t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(unmarshaler)
}

func expression(t reflect.Type) string {
	if opaque[t.String()] {
		return t.String()
	}
	if decodesItself(t) {
		return "any"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + expression(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + expression(t.Elem())
	case reflect.Map:
		return "<" + t.String() + ">{}" + expression(t.Elem())
	case reflect.Struct:
		describe(t)
		return "=" + nameOf(t)
	}
	return t.String()
}

func describe(t reflect.Type) {
	name := nameOf(t)
	into := structs
	if strings.HasPrefix(name, "apis/") {
		into = layouts
	}
	if _, done := into[name]; done {
		return
	}
	fields := &fieldList{internal: strings.HasPrefix(name, "apis/")}
	into[name] = fields
	addFields(t, fields, "")
}

func addFields(t reflect.Type, fields *fieldList, embedded string) {
	for index := 0; index < t.NumField(); index++ {
		f := t.Field(index)
		tag := strings.Split(f.Tag.Get("json"), ",")
		options := strings.Join(tag[1:], ",")
		if tag[0] == "-" || !f.IsExported() {
			continue
		}
		if tag[0] == "" && (f.Anonymous || strings.Contains(options, "inline")) {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			addFields(inner, fields, embedded+"."+f.Name)
			continue
		}
		name := tag[0]
		if name == "" {
			name = f.Name
		}
		described := describeField(f, options)
		if embedded != "" && !fields.internal && tag[0] != "kind" && tag[0] != "apiVersion" {
			described += "^" + embedded[1:]
		}
		fields.add(name, described)
	}
}

func describeField(f reflect.StructField, options string) string {
	described := expression(f.Type)
	if strings.Contains(options, "omitempty") {
		described = "?" + described
	}
	if strings.Contains(options, "omitzero") {
		described = "~" + strings.TrimPrefix(described, "?")
	}
	return described
}

func main() {
	types := runtime.NewScheme()
	must(scheme.AddToScheme(types))
	must(apiextensions.AddToScheme(types))
	must(apiregistration.AddToScheme(types))
	kinds := map[string]string{}
	for gvk, t := range types.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal || strings.HasSuffix(gvk.Kind, "Options") || strings.Contains(gvk.Version, "alpha") || strings.Contains(gvk.Version, "beta") {
			continue
		}
		if _, isList := t.FieldByName("Items"); isList || t.PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1" {
			continue
		}
		kinds[key(gvk)] = nameOf(t)
		describe(t)
	}
	describe(reflect.TypeOf(metav1.DeleteOptions{}))
	describe(reflect.TypeOf(core.Pod{}))
	describe(reflect.TypeOf(core.PersistentVolumeClaim{}))
	describe(reflect.TypeOf(core.PodTemplateSpec{}))
	describe(reflect.TypeOf(batch.JobSpec{}))
	describe(reflect.TypeOf(apps.DeploymentStrategy{}))
	describe(reflect.TypeOf(apps.StatefulSetUpdateStrategy{}))
	describe(reflect.TypeOf(apps.DaemonSetUpdateStrategy{}))
	describe(reflect.TypeOf(core.Event{}))
	describe(reflect.TypeOf(core.PersistentVolumeSource{}))
	describe(reflect.TypeOf(flowcontrol.PriorityLevelConfigurationSpec{}))
	describe(reflect.TypeOf(resource.ResourceClaimSpec{}))
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	must(out.Encode(map[string]any{"kinds": kinds, "structs": structs, "layouts": layouts}))
}

func key(gvk schema.GroupVersionKind) string {
	parts := []string{gvk.Group, gvk.Version, gvk.Kind}
	return strings.Join(parts, "/")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
