{{- define "terrarium.labels" -}}
app.kubernetes.io/name: terrarium-server
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
