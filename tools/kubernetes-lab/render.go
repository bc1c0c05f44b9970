// Renders a Helm chart as `helm template` does, by the same template engine, with what our chart uses of Helm's functions:
// render CHART RELEASE NAMESPACE VALUES.yaml. For tests where there is no helm.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/ioutil"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) map[string]interface{} {
	text, err := ioutil.ReadFile(file)
	must(err)
	values := map[string]interface{}{}
	must(yaml.Unmarshal(text, &values))
	return values
}

func merge(into, from map[string]interface{}) {
	for key, value := range from {
		inner, isMap := value.(map[string]interface{})
		if outer, both := into[key].(map[string]interface{}); isMap && both {
			merge(outer, inner)
		} else {
			into[key] = value
		}
	}
}

func main() {
	chart, release, namespace := os.Args[1], os.Args[2], os.Args[3]
	values := read(filepath.Join(chart, "values.yaml"))
	merge(values, read(os.Args[4]))
	all := template.New("chart").Option("missingkey=zero")
	isEmpty := func(value interface{}) bool { return value == nil || value == "" || value == 0.0 || value == false }
	all.Funcs(template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"nindent": func(count int, text string) string {
			indent := "\n" + strings.Repeat(" ", count)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
		"quote": func(value interface{}) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"default": func(usual, value interface{}) interface{} {
			if isEmpty(value) {
				return usual
			}
			return value
		},
		"required": func(words string, value interface{}) (interface{}, error) {
			if isEmpty(value) {
				return nil, errors.New(words)
			}
			return value, nil
		},
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	_, err = all.ParseFiles(files...)
	must(err)
	about := read(filepath.Join(chart, "Chart.yaml"))
	data := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": release, "Namespace": namespace},
		"Chart":   map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Println("---")
			must(all.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
		}
	}
}
