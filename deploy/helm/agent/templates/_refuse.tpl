{{/* All that can't be installed, at once. */}}
{{- define "agent.refuse" -}}
{{- $said := list -}}
{{- $v := .Values -}}
{{- if not $v.image.repository }}{{ $said = append $said "image.repository is empty: name the place in a registry where you have pushed the image of the release." }}{{ end -}}
{{- if not $v.url }}{{ $said = append $said "url is empty: say the address where people reach the service, such as https://agent.example.com." }}{{ end -}}
{{- if not $v.secrets.databaseUrl.name }}{{ $said = append $said "secrets.databaseUrl.name is empty: name the Secret with the address of your PostgreSQL. The chart brings no database." }}{{ end -}}
{{- if not $v.secrets.masterKey.name }}{{ $said = append $said "secrets.masterKey.name is empty: name the Secret with the master key. Each server would make another one, and none could read what the others wrote." }}{{ end -}}
{{- $volume := $v.attachments.volume -}}
{{- if and $v.attachments.s3.bucket (include "agent.usesVolume" .) }}{{ $said = append $said "attachments.s3.bucket and attachments.volume are both given: files lie in one of them." }}{{ end -}}
{{- if not (or $v.attachments.s3.bucket (include "agent.usesVolume" .)) }}{{ $said = append $said "attachments has no place: give attachments.s3.bucket, or attachments.volume.claim or size. The pod's own disk goes with the pod." }}{{ end -}}
{{- if and $volume.claim $volume.size }}{{ $said = append $said "attachments.volume.claim and size are both given: the volume is there, or the chart makes it." }}{{ end -}}
{{- if and (include "agent.usesVolume" .) (gt (int $v.server.replicas) 1) (ne $volume.accessMode "ReadWriteMany") }}{{ $said = append $said (printf "attachments.volume.accessMode is %s, which one machine can mount: set server.replicas to 1, or take a volume of ReadWriteMany, or a bucket." $volume.accessMode) }}{{ end -}}
{{- if and $v.ingress.tlsSecret (hasPrefix "http://" $v.url) }}{{ $said = append $said "ingress.tlsSecret is given and url begins with http://: say https://." }}{{ end -}}
{{- $metrics := $v.metrics.key.name -}}
{{- if and $v.metrics.serviceMonitor.enabled (not $metrics) }}{{ $said = append $said "metrics.serviceMonitor needs metrics.key.name: the Secret with a key that has ViewAccountMetrics." }}{{ end -}}
{{- $names := list -}}
{{- range $v.workers }}
{{- $w := include "agent.worker" (dict "root" $ "worker" .) | fromYaml }}
{{- $what := printf "workers, %q" $w.name }}
{{- if has $w.name $names }}{{ $said = append $said (printf "%s: the name is there twice." $what) }}{{ end }}
{{- $names = append $names $w.name }}
{{- if not $w.token.name }}{{ $said = append $said (printf "%s: token.name is empty: name the Secret with a key that has UseOutpostsMachine (workerDefaults.token is for all)." $what) }}{{ end }}
{{- if and (eq $w.mode "jobs") (not $w.scale.max) }}{{ $said = append $said (printf "%s: mode jobs needs scale.max, how many sessions run at a time at most." $what) }}{{ end }}
{{- if and $w.scale.max (gt (int $w.scale.min) (int $w.scale.max)) }}{{ $said = append $said (printf "%s: scale.min is above scale.max." $what) }}{{ end }}
{{- if and (not $w.scale.max) (hasKey $w.scale "min") }}{{ $said = append $said (printf "%s: scale.min needs scale.max." $what) }}{{ end }}
{{- if and $w.seccompProfile (ne $w.isolation "walls") }}{{ $said = append $said (printf "%s: seccompProfile is for isolation walls." $what) }}{{ end }}
{{- if $w.scale.max }}
{{- if and (eq $v.scaling.source "prometheus") (not $v.scaling.prometheus.address) }}{{ $said = append $said (printf "%s: scale needs scaling.prometheus.address, where KEDA asks how many sessions wait." $what) }}{{ end }}
{{- if and (eq $v.scaling.source "server") (not $metrics) }}{{ $said = append $said (printf "%s: scale needs metrics.key.name, with which KEDA asks the servers how many sessions wait (or scaling.source: prometheus)." $what) }}{{ end }}
{{- end }}
{{- end }}
{{- if $said }}{{ fail (printf "\n\n  * %s\n" (join "\n  * " $said)) }}{{ end -}}
{{- end -}}
