{{/* A value as text. Helm reads numbers as floats or integers, and prints large ones as 1.048576e+06; JSON has digits. */}}
{{- define "terrarium.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else if not (kindIs "invalid" .) }}{{ toJson . }}{{ end -}}
{{- end }}
{{/* A map of texts, as labels, annotations and ConfigMaps have them. */}}
{{- define "terrarium.texts" -}}
{{- $texts := dict -}}
{{- range $name, $value := . }}{{ $_ := set $texts $name (include "terrarium.text" $value) }}{{ end -}}
{{- toYaml $texts -}}
{{- end }}
{{- define "terrarium.labels" -}}
app.kubernetes.io/name: terrarium-server
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}
{{/* Files at /etc/terrarium, which servers read when they start; empty without files. */}}
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
