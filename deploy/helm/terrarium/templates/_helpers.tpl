{{- define "terrarium.labels" -}}
app.kubernetes.io/name: terrarium-server
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{/* What servers read at /etc/terrarium when they start; nothing if there are no files. */}}
{{- define "terrarium.files" -}}
{{- if or .Values.templates .Values.files -}}
data:
  {{- with .Values.templates }}
  templates.yaml: |
    templates:
      {{- toYaml . | nindent 6 }}
  {{- end }}
  {{- with .Values.files }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- with .Values.binaryFiles }}
binaryData:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
