{{/* Renders a value as text. Helm prints large numbers as 1.048576e+06; toJson prints digits. */}}
{{- define "terrarium.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else if not (kindIs "invalid" .) }}{{ toJson . }}{{ end -}}
{{- end }}
{{/* Renders a map with text values, for labels, annotations and ConfigMaps. */}}
{{- define "terrarium.texts" -}}
{{- $texts := dict -}}
{{- range $name, $value := . }}{{ $_ := set $texts $name (include "terrarium.text" $value) }}{{ end -}}
{{- toYaml $texts -}}
{{- end }}
{{- define "terrarium.labels" -}}
app.kubernetes.io/name: terrarium-server
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}
{{/* Files for /etc/terrarium. Servers read them at startup. Empty without files. */}}
{{- define "terrarium.files" -}}
{{- if or .Values.templates .Values.files -}}
data:
  {{- with .Values.templates }}
  templates.yaml: |
    templates:
      {{- toYaml . | nindent 6 }}
  {{- end }}
  {{- with .Values.files }}
  {{- include "terrarium.texts" . | nindent 2 }}
  {{- end }}
{{- end }}
{{- with .Values.binaryFiles }}
binaryData:
  {{- include "terrarium.texts" . | nindent 2 }}
{{- end }}
{{- end }}
