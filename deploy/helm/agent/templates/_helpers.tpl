{{/* Of everything here; workers add "-worker-NAME", KEDA puts "keda-hpa-" before that: 63 letters are all there are. */}}
{{- define "agent.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 26 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 26 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 26 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "component" "server") */}}
{{- define "agent.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "agent.labels" -}}
{{ include "agent.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "agent.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A number of the values is a float, which would be written as 1e+06. */}}
{{- define "agent.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- define "agent.inside" -}}
{{ include "agent.fullname" . }}.{{ .Release.Namespace }}.svc:8080
{{- end -}}

{{/* Secrets of the servers, each with the variable that names its file. */}}
{{- define "agent.files" -}}
{{- $variables := dict "databaseUrl" "AGENT_DATABASE_URL" "masterKey" "AGENT_MASTER_KEY" "bootstrapToken" "AGENT_BOOTSTRAP_TOKEN" "anthropicKey" "AGENT_ANTHROPIC_API_KEY" "openaiKey" "AGENT_OPENAI_API_KEY" "oidcClientSecret" "AGENT_OIDC_CLIENT_SECRET" "otlpHeaders" "OTEL_EXPORTER_OTLP_HEADERS" -}}
{{- range $value, $variable := $variables }}
{{- with index $.Values.secrets $value }}
{{- if .name }}
- { variable: {{ $variable }}_FILE, name: {{ .name | quote }}, key: {{ .key | quote }}, file: {{ kebabcase $value }} }
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.attachments.s3 }}
{{- if and .bucket .credentials.name }}
- { variable: AWS_SHARED_CREDENTIALS_FILE, name: {{ .credentials.name | quote }}, key: {{ .credentials.key | quote }}, file: store-credentials }
{{- end }}
{{- end }}
{{- end -}}

{{- define "agent.usesVolume" -}}
{{- with .Values.attachments.volume }}{{ if or .claim .size }}yes{{ end }}{{ end -}}
{{- end -}}

{{/* What no container of ours needs. */}}
{{- define "agent.sealed" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
{{- end -}}

{{/* Keys that a pod of servers and one of workers have alike, of the values that are given. */}}
{{- define "agent.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
