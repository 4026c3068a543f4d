{{/* One of `workers` with what workerDefaults says where it says nothing: (dict "root" $ "worker" .) */}}
{{- define "agent.worker" -}}
{{- $whole := deepCopy .root.Values.workerDefaults -}}
{{- range $key, $value := .worker }}{{ $_ := set $whole $key $value }}{{ end -}}
{{- if not $whole.outpost }}{{ $_ := set $whole "outpost" $whole.name }}{{ end -}}
{{ toYaml $whole }}
{{- end -}}

{{- define "agent.workerName" -}}
{{ include "agent.fullname" .root }}-worker-{{ .worker.name }}
{{- end -}}

{{- define "agent.workerSelector" -}}
{{ include "agent.selector" (dict "root" .root "component" "worker") }}
agent-worker: {{ .worker.name }}
{{- end -}}

{{- define "agent.workerLabels" -}}
{{ include "agent.labels" (dict "root" .root "component" "worker") }}
agent-worker: {{ .worker.name }}
{{- end -}}

{{/* The pod of a worker: (dict "root" $ "worker" what agent.worker says) */}}
{{- define "agent.workerPod" -}}
{{- $w := .worker -}}
{{- $root := .root -}}
{{- $user := eq $w.isolation "user" -}}
{{- $walls := eq $w.isolation "walls" -}}
{{- $platform := splitList "/" $w.platform -}}
metadata:
  labels:
    {{- include "agent.workerSelector" . | nindent 4 }}
  {{- with $w.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "agent.fullname" $root }}-worker
  automountServiceAccountToken: false
  enableServiceLinks: false
  # So that somebody takes the processes whose parents have ended.
  shareProcessNamespace: true
  # The drain, 10 s for the remote, 30 s for handing back, and some more (docs/worker.md).
  terminationGracePeriodSeconds: {{ add (int $w.drainSeconds) 90 }}
  {{- if eq $w.mode "jobs" }}
  restartPolicy: Never
  {{- end }}
  {{- if or $walls $w.userNamespace }}
  hostUsers: false
  {{- end }}
  {{- with $w.runtimeClassName }}
  runtimeClassName: {{ . }}
  {{- end }}
  securityContext:
    {{- if $user }}
    runAsUser: 0
    runAsGroup: 0
    {{- else }}
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    {{- end }}
    {{- if and $walls $w.seccompProfile }}
    seccompProfile: { type: Localhost, localhostProfile: {{ $w.seccompProfile }} }
    {{- else }}
    seccompProfile: { type: {{ $walls | ternary "Unconfined" "RuntimeDefault" }} }
    {{- end }}
    {{- if $walls }}
    appArmorProfile: { type: Unconfined }
    {{- end }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- include "agent.placement" $w | nindent 2 }}
  nodeSelector:
    kubernetes.io/os: {{ index $platform 0 }}
    kubernetes.io/arch: {{ index $platform 1 }}
    {{- with $w.nodeSelector }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  containers:
    - name: worker
      image: {{ $w.image | default (include "agent.image" $root) }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command:
        - /bin/sh
        - -euc
        - |
          {{- if $user }}
          # The worker's are root's; sessions are those of agent, and have a directory of their own.
          chown root:root /var/lib/agent
          chmod 755 /var/lib/agent /run
          install -d -o agent -g agent /var/lib/agent/work
          {{- else }}
          mkdir -p /var/lib/agent/work
          {{- end }}
          cd /var/lib/agent/work
          exec /opt/agent/agent worker start --outpost="$OUTPOST"{{ if $user }} --run-as=agent{{ end }}{{ if eq $w.mode "jobs" }} --once{{ end }}
      securityContext:
        {{- include "agent.sealed" $root | nindent 8 }}
        {{- if $walls }}
        procMount: Unmasked
        {{- end }}
        capabilities:
          drop: [ALL]
          {{- if $user }}
          add: [CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID]
          {{- end }}
      env:
        - { name: OUTPOST, value: {{ $w.outpost | quote }} }
        - { name: AGENT_API_URL, value: {{ eq $root.Values.server.gateway "service" | ternary (printf "http://%s" (include "agent.inside" $root)) $root.Values.url | quote }} }
        - { name: AGENT_OUTPOSTS_TOKEN_FILE, value: /etc/agent/worker/token }
        - name: AGENT_WORKER_ACCEPTOR_ID
          valueFrom: { fieldRef: { fieldPath: metadata.name } }
        - { name: AGENT_WORKER_DRAIN_SECS, value: {{ int $w.drainSeconds | quote }} }
        - { name: AGENT_WORKER_HEALTH_PORT, value: "9101" }
        - name: AGENT_WORKER_HEALTH_HOST
          valueFrom: { fieldRef: { fieldPath: status.podIP } }
        {{- if $walls }}
        - { name: AGENT_SANDBOX, value: bwrap }
        {{- end }}
        {{- with $w.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - { name: health, containerPort: 9101 }
      # No livenessProbe: a worker that can't go on ends by itself, and one that is killed takes its session along.
      readinessProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 10
        timeoutSeconds: 5
      resources:
        {{- toYaml $w.resources | nindent 8 }}
      volumeMounts:
        - { name: home, mountPath: /var/lib/agent }
        - { name: tmp, mountPath: /tmp }
        - { name: run, mountPath: /run }
        - { name: token, mountPath: /etc/agent/worker, readOnly: true }
        {{- with $w.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- if $w.disk.storageClass }}
    - name: home
      ephemeral:
        volumeClaimTemplate:
          spec:
            accessModes: [ReadWriteOnce]
            storageClassName: {{ $w.disk.storageClass }}
            resources:
              requests: { storage: {{ $w.disk.size }} }
    {{- else }}
    - { name: home, emptyDir: { sizeLimit: {{ $w.disk.size }} } }
    {{- end }}
    - { name: tmp, emptyDir: {} }
    - { name: run, emptyDir: { medium: Memory, sizeLimit: 16Mi } }
    - name: token
      secret:
        secretName: {{ $w.token.name | quote }}
        # Where the worker is root nobody else reads it.
        defaultMode: {{ $user | ternary "0400" "0440" }}
        items: [{ key: {{ $w.token.key | quote }}, path: token }]
    {{- with $w.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
