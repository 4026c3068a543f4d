"""What helm has written of the chart: held against the schemas of Kubernetes, KEDA and Prometheus' operator, and against what
the chart promises. check.py CHART DIRECTORY VERSION...; the directory has a file NAME-VERSION.yaml for each."""

import copy
import functools
import json
import pathlib
import re
import sys

import kubernetes_validate
import yaml
from cloudcoil.models.keda import v1alpha1 as keda
from cloudcoil.models.prometheus_operator import v1 as prometheus

MODELS = {
    "ScaledObject": keda.ScaledObject,
    "ScaledJob": keda.ScaledJob,
    "TriggerAuthentication": keda.TriggerAuthentication,
    "ServiceMonitor": prometheus.ServiceMonitor,
    "PrometheusRule": prometheus.PrometheusRule,
}
BASE = ["Deployment", "Pod", "PodDisruptionBudget", "Service", "ServiceAccount", "ServiceAccount"]
POLICIES = ["NetworkPolicy", "NetworkPolicy"]
WATCHED = ["ConfigMap", "PrometheusRule", "ServiceMonitor"]
# Each file's resources, workers among the Deployments.
EXPECTED = {
    "small": BASE + POLICIES + ["Deployment", "PersistentVolumeClaim"],
    "production": BASE + POLICIES + WATCHED + ["Deployment", "Deployment", "Ingress"],
    "keda": BASE + POLICIES + ["Deployment", "Deployment", "Ingress", "ScaledObject", "ScaledObject", "TriggerAuthentication"],
    "jobs": BASE + POLICIES + ["ScaledJob", "ServiceMonitor"],
    "everything": BASE + POLICIES + WATCHED + ["Deployment"] * 3 + ["Ingress", "ScaledJob", "ScaledJob", "ScaledObject"],
}
WORKERS_CAPABILITIES = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID"]
SECRET = re.compile(r".*(KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL)$")
LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?")

# One file for each kind would be read again and again.
kubernetes_validate.utils.schema_contents = functools.cache(kubernetes_validate.utils.schema_contents)

problems = []


def must(true, *what):
    if not true:
        problems.append(": ".join(str(one) for one in what))


def against_schemas(resource, version, where):
    kind = resource["kind"]
    try:
        if kind in MODELS:
            MODELS[kind].model_validate(without_pod(resource), extra="forbid", by_alias=True, by_name=False)
        else:
            kubernetes_validate.validate(resource, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        must(False, where, ".".join(map(str, error.path)), error.message)
    except ValueError as error:
        must(False, where, error)
    if kind == "ScaledJob":
        job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": resource["metadata"], "spec": resource["spec"]["jobTargetRef"]}
        against_schemas(job, version, where + ", its job")


def without_pod(resource):
    """The types can't read amounts such as "1"; Kubernetes' schemas look at the pods of Jobs."""
    resource = copy.deepcopy(resource)
    if resource["kind"] == "ScaledJob":
        resource["spec"]["jobTargetRef"]["template"] = {"spec": {"containers": [{"name": "worker"}]}}
    return resource


def fits(selector, labels):
    return selector.items() <= labels.items()


def of_names(resource, where):
    name, labels = resource["metadata"]["name"], resource["metadata"]["labels"]
    # "keda-hpa-" stands before that of a ScaledObject, five letters behind that of a Job.
    must(len(name) <= (54 if "Scaled" in resource["kind"] else 63), where, "the name is too long", name)
    for key, value in labels.items():
        must(LABEL.fullmatch(value), where, "not a label", key, value)


def of_pod(template, where):
    pod, labels = template["spec"], template["metadata"]["labels"]
    must(pod.get("automountServiceAccountToken") is False, where, "has a token of Kubernetes")
    must(pod.get("enableServiceLinks") is False, where, "would get AGENT_PORT of Kubernetes")
    container = pod["containers"][0]
    can = container["securityContext"]
    must(len(pod["containers"]) == 1 and "initContainers" not in pod, where, "more containers")
    must(can["readOnlyRootFilesystem"] and can["allowPrivilegeEscalation"] is False, where, "is not sealed")
    must(can["capabilities"]["drop"] == ["ALL"] and "privileged" not in can, where, "is not sealed")
    must("requests" in container["resources"] and "memory" in container["resources"]["limits"], where, "has no bounds")
    of_user(pod, can, labels, where)
    of_files(pod, container, where)
    if labels["app.kubernetes.io/component"] == "server":
        of_server(pod, container, where)
    if labels["app.kubernetes.io/component"] == "worker":
        of_worker(pod, container, where)


def of_user(pod, can, labels, where):
    who, seccomp = pod["securityContext"], pod["securityContext"]["seccompProfile"]["type"]
    walls = can.get("procMount") == "Unmasked"
    must((seccomp != "RuntimeDefault") == walls, where, "seccomp", seccomp)
    must(not walls or pod["hostUsers"] is False, where, "unmasked without a user namespace")
    root = who["runAsUser"] == 0
    must(root or who["runAsNonRoot"] is True, where, "may be root")
    must(not root or labels["app.kubernetes.io/component"] == "worker", where, "is root")
    must(can["capabilities"].get("add", []) == (WORKERS_CAPABILITIES if root else []), where, "capabilities")


def of_files(pod, container, where):
    mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    must(set(mounts.values()) == set(volumes), where, "volumes that are not mounted, or mounts of none")
    names = [variable["name"] for variable in container.get("env", [])]
    must(len(names) == len(set(names)), where, "a variable twice", names)
    for variable in container.get("env", []):
        name, value = variable["name"], variable.get("value", "")
        must(not SECRET.match(name), where, "a secret in a variable", name)
        if not re.match(r".*(KEY|TOKEN|SECRET|DATABASE_URL|CREDENTIALS)_FILE$", name):
            continue
        place, file = value.rsplit("/", 1)
        volume = volumes[mounts[place]]
        sources = volume["projected"]["sources"] if "projected" in volume else [volume]
        files = [item["path"] for source in sources for item in source["secret"]["items"]]
        must(files.count(file) == 1, where, "no such file", value)


def variables(container):
    return {variable["name"]: variable.get("value") for variable in container["env"]}


def of_server(pod, container, where):
    said = variables(container)
    must(pod["terminationGracePeriodSeconds"] > 2 * int(said["AGENT_DRAIN_SECONDS"]) + 10, where, "is not waited for")
    must(container["ports"][0]["containerPort"] == int(said["AGENT_PORT"]), where, "another port")
    for probe, path in {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}.items():
        must(container[probe]["httpGet"] == {"path": path, "port": "http"}, where, probe)
    must({"AGENT_DATABASE_URL_FILE", "AGENT_MASTER_KEY_FILE", "AGENT_ATTACHMENT_STORE"} <= said.keys(), where, "settings are missing")


def of_worker(pod, container, where):
    said, script = variables(container), container["command"][2]
    must(pod["terminationGracePeriodSeconds"] >= int(said["AGENT_WORKER_DRAIN_SECS"]) + 80, where, "is not waited for")
    must(str(container["ports"][0]["containerPort"]) == said["AGENT_WORKER_HEALTH_PORT"], where, "another port")
    must(("--run-as=agent" in script) == (pod["securityContext"]["runAsUser"] == 0), where, "sessions are root's")
    must(("--once" in script) == (pod.get("restartPolicy") == "Never"), where, "--once")
    must((said.get("AGENT_SANDBOX") == "bwrap") == ("hostUsers" in pod and pod["securityContext"]["runAsUser"] != 0), where, "walls")
    token = next(volume for volume in pod["volumes"] if volume["name"] == "token")["secret"]
    must(token["defaultMode"] == (0o440 if "fsGroup" in pod["securityContext"] else 0o400), where, "mode of the token")
    must("livenessProbe" not in container, where, "would be killed")


def together(resources, where, chart):
    by_kind = {}
    for resource in resources:
        by_kind.setdefault(resource["kind"], []).append(resource)
    pods = {one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"] for one in by_kind["Deployment"]}
    for deployment in by_kind["Deployment"]:
        selector, name = deployment["spec"]["selector"]["matchLabels"], deployment["metadata"]["name"]
        found = [other for other, labels in pods.items() if fits(selector, labels)]
        must(found == [name], where, "selects others' pods", name, found)
    servers = by_kind["Service"][0]["metadata"]["name"]
    for resource in by_kind["Service"] + by_kind["PodDisruptionBudget"]:
        selector = resource["spec"]["selector"]
        selector = selector.get("matchLabels", selector)
        must([name for name, labels in pods.items() if fits(selector, labels)] == [servers], where, "selects", resource["kind"])
    for scaled in by_kind.get("ScaledObject", []):
        target = scaled["spec"]["scaleTargetRef"]["name"]
        deployment = next(one for one in by_kind["Deployment"] if one["metadata"]["name"] == target)
        must("replicas" not in deployment["spec"], where, "two say how many", target)
        of_triggers(scaled, where)
    for scaled in by_kind.get("ScaledJob", []):
        must(scaled["spec"]["rollout"] == {"strategy": "gradual"}, where, "an upgrade would end sessions")
        of_triggers(scaled, where)
    for rule in by_kind.get("PrometheusRule", []):
        alerts = yaml.safe_load(pathlib.Path("deploy/prometheus/alerts.yml").read_text())
        must(rule["spec"] == alerts, where, "other alerts than in deploy/prometheus")
    for dashboard in by_kind.get("ConfigMap", []):
        original = json.loads(pathlib.Path("deploy/grafana/agent-service.json").read_text())
        must(json.loads(dashboard["data"]["agent-service.json"]) == original, where, "another dashboard")
    for monitor in by_kind.get("ServiceMonitor", []):
        must(monitor["spec"]["endpoints"][0]["relabelings"][0]["replacement"] == "agent", where, "alerts ask for the job agent")
    for ingress in by_kind.get("Ingress", []):
        rule = ingress["spec"]["rules"][0]
        must(rule["host"] == "agent.example.com", where, "the host of url", rule["host"])
        must(rule["http"]["paths"][0]["backend"]["service"]["name"] == servers, where, "leads elsewhere")


def of_triggers(scaled, where):
    triggers = scaled["spec"]["triggers"]
    text = json.dumps(triggers)
    must("agent_queue_waiting" in text and "agent_queue_claimed" in text, where, "sessions that run don't count")
    for trigger in triggers:
        must(all(isinstance(value, str) for value in trigger["metadata"].values()), where, "KEDA wants texts", trigger)


def particular(name, resources, where):
    """What one values file is there for."""
    found = {(one["kind"], one["metadata"]["name"]): one["spec"] for one in resources if "spec" in one}
    full = next(one for one in resources if one["kind"] == "Service")["metadata"]["name"]
    server = found["Deployment", full]
    said = variables(server["template"]["spec"]["containers"][0])
    if name == "small":
        must(server["strategy"] == {"type": "Recreate"}, where, "two servers would want one volume")
        must(said["AGENT_GATEWAY_URL"] == "ws://agent.service.svc:8080/gateway", where, said)
    if name == "production":
        must(said["AGENT_ATTACHMENT_MAX_BYTES"] == "2147483648" and said["AGENT_ACU_DOLLARS"] == "1.5", where, "numbers", said)
        must(said["AGENT_FETCH"] == "false" and "AGENT_GATEWAY_URL" not in said, where, said)
        spread = server["template"]["spec"]["topologySpreadConstraints"]
        must([one["whenUnsatisfiable"] for one in spread] == ["DoNotSchedule", "ScheduleAnyway"], where, spread)
    if name == "keda":
        must(found["ScaledObject", "agent-worker-build"]["minReplicaCount"] == 0, where, "not from zero")
        modifiers = found["ScaledObject", "agent-worker-build"]["advanced"]["scalingModifiers"]
        must(modifiers["formula"] == "waiting + claimed", where, modifiers)
    if name == "everything":
        must(said["AGENT_MAX_ACTIVE_SESSIONS"] == "1000000", where, said)
        must(server["template"]["spec"]["terminationGracePeriodSeconds"] == 80, where, "grace")
        must(found["Deployment", full + "-worker-pod"]["replicas"] == 0, where, "replicas of none")


def main(chart, directory, versions):
    names = sorted(path.name.removesuffix("-values.yaml") for path in pathlib.Path(chart, "ci").glob("*-values.yaml"))
    must(names == sorted(EXPECTED), "values files", names)
    checked = 0
    for name in names:
        for version in versions:
            where = f"{name}, Kubernetes {version}"
            resources = [one for one in yaml.safe_load_all(pathlib.Path(directory, f"{name}-{version}.yaml").read_text()) if one]
            kinds = sorted(one["kind"] for one in resources)
            must(kinds == sorted(EXPECTED[name]), where, kinds)
            for resource in resources:
                it = f"{where}, {resource['kind']} {resource['metadata']['name']}"
                against_schemas(resource, version, it)
                of_names(resource, it)
                if resource["kind"] == "Deployment":
                    of_pod(resource["spec"]["template"], it)
                if resource["kind"] == "ScaledJob":
                    of_pod(resource["spec"]["jobTargetRef"]["template"], it)
                if resource["kind"] == "Pod":
                    of_pod(resource, it)
                checked += 1
            together(resources, where, chart)
            particular(name, resources, where)
    for problem in problems:
        print("helm-check:", problem, file=sys.stderr)
    print(f"helm-check: {checked} resources of {len(names)} values files, {len(problems)} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
