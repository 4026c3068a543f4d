#!/usr/bin/env bash
# make helm-check: the chart in deploy/helm/agent as helm sees it. Lints it, writes it with each values file of its directory ci,
# holds what comes out against Kubernetes' schemas and against what check.py wants of it, and tries values that must be refused.
# There is no cluster here, so nothing is started.
#
# Needs python3 with venv, and helm or Go: without helm it is built of its Go module, once.
# HELM names another helm, KUBERNETES other versions than the oldest and the newest and one between.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
chart=deploy/helm/agent
work=target/helm
helm_version=v3.22.0
versions=${KUBERNETES:-1.30 1.33 1.37}
mkdir -p "$work/out"
rm -f "$work"/out/*

say() { printf 'helm-check: %s\n' "$*"; }
fail() { printf 'helm-check: FAILED: %s\n' "$*" >&2 && exit 1; }

find_helm() {
  helm=${HELM:-$(command -v helm || true)}
  if [ -n "$helm" ]; then return; fi
  helm=$PWD/$work/bin/helm
  if [ -x "$helm" ]; then return; fi
  command -v go >/dev/null || fail "neither helm nor Go is installed"
  say "building helm $helm_version"
  # As its own builds do: else it takes an old Kubernetes for the newest.
  local of=helm.sh/helm/v3/pkg
  GOBIN=$PWD/$work/bin CGO_ENABLED=0 go install -p 2 -ldflags "-s -w -X $of/chartutil.k8sVersionMajor=1 -X $of/chartutil.k8sVersionMinor=37 \
    -X $of/lint/rules.k8sVersionMajor=1 -X $of/lint/rules.k8sVersionMinor=37" "helm.sh/helm/v3/cmd/helm@$helm_version"
}

find_checker() {
  python=$work/venv/bin/python
  if cmp -s e2e/helm/requirements.txt "$work/venv/installed.txt"; then return; fi
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r e2e/helm/requirements.txt
  cp e2e/helm/requirements.txt "$work/venv/installed.txt"
}

# The values of the user's own configuration of helm are none of ours.
export HELM_CONFIG_HOME=$PWD/$work/home HELM_CACHE_HOME=$PWD/$work/home HELM_DATA_HOME=$PWD/$work/home
render() { "$helm" template agent "$chart" --namespace service "$@"; }

# refused WHAT... -- OPTIONS...: with the small values and these options there is no output, and each WHAT is said
refused() {
  local wanted=() said
  while [ "$1" != -- ]; do wanted+=("$1") && shift; done
  shift
  if said=$(render --kube-version "${versions##* }" -f "$chart/ci/small-values.yaml" "$@" 2>&1); then fail "not refused: $*"; fi
  local what
  for what in "${wanted[@]}"; do
    case $said in *"$what"*) ;; *) fail "refused, but without '$what': $*
$said" ;; esac
  done
  refusals=$((refusals + 1))
}

find_helm
find_checker
say "$("$helm" version --short), Kubernetes $versions"

for values in "$chart"/ci/*-values.yaml; do
  name=$(basename "$values" -values.yaml)
  "$helm" lint --strict --quiet "$chart" -f "$values" --kube-version "${versions##* }" || fail "lint with $name"
  for version in $versions; do
    render --kube-version "$version" -f "$values" >"$work/out/$name-$version.yaml" || fail "$name for Kubernetes $version"
  done
done
"$helm" lint --quiet "$chart" >"$work/out/lint.out" 2>&1 || { cat "$work/out/lint.out" && fail "lint without values"; }
# Those that people copy.
sed -n '/<!-- helm-check takes these values -->/,/^```$/p' docs/kubernetes.md | sed '1,2d; $d' >"$work/out/page.yaml"
render -f "$work/out/page.yaml" --kube-version "${versions##* }" >"$work/out/page.out" || fail "the values of docs/kubernetes.md"
grep -q 'name: agent-worker-build' "$work/out/page.out" || fail "docs/kubernetes.md has no values"
# shellcheck disable=SC2086 # a list of words
"$python" e2e/helm/check.py "$chart" "$work/out" $versions

refusals=0
refused "replica" -- --set server.replica=2
refused "AGENT_MODLE" -- --set server.settings.AGENT_MODLE=openai:x
refused "AGENT_MASTER_KEY" -- --set server.settings.AGENT_MASTER_KEY=secret
refused "isolaton" -- --set workers[0].isolaton=walls
refused "spread" -- --set server.spread=even
refused "url" -- --set url=agent.example.com
refused "secrets.masterKey.name is empty" "Each server would make another one" -- --set secrets.masterKey.name=
refused "secrets.databaseUrl.name is empty" -- --set secrets.databaseUrl.name=
refused "image.repository is empty" "url is empty" -- --set image.repository= --set url=
refused "attachments.s3.bucket and attachments.volume are both given" -- --set attachments.s3.bucket=files
refused "attachments has no place" -- --set attachments.volume.size=
refused "attachments.volume.claim and size are both given" -- --set attachments.volume.claim=files
refused "accessMode is ReadWriteOnce" "server.replicas to 1" -- --set server.replicas=2
refused "metrics.serviceMonitor needs metrics.key.name" -- --set metrics.serviceMonitor.enabled=true
refused 'workers, "build": the name is there twice' -- --set workers[1].name=build
refused "UseOutpostsMachine" -- --set workers[1].name=other
refused "mode jobs needs scale.max" -- --set workers[0].mode=jobs
refused "scale.min is above scale.max" -- --set workers[0].scale.min=3,workers[0].scale.max=2,metrics.key.name=metrics
refused "scale.min needs scale.max" -- --set workers[0].scale.min=3
refused "scale needs metrics.key.name" -- --set workers[0].scale.max=2
refused "scale needs scaling.prometheus.address" -- --set workers[0].scale.max=2,scaling.source=prometheus
refused "seccompProfile is for isolation walls" -- --set workers[0].seccompProfile=bubblewrap.json
refused "ingress.tlsSecret is given and url begins with http://" -- --set ingress.tlsSecret=tls
refused "incompatible with Kubernetes" -- --kube-version 1.29.0
say "$refusals kinds of values are refused as they should be"

"$helm" package "$chart" --destination "$work/out" >/dev/null
if tar -tzf "$work"/out/agent-*.tgz | grep -q '/ci/'; then fail "the package has values of trials in it"; fi
say "all is well"
