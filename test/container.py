"""Runs what burl submit has written for a container, for test_submit.c: container.py FILE FOLDER [NAME=VALUE]... runs the command
of the file, submit-k8s.yaml or submit-aws-batch.json, with FOLDER in the place of its volume and these variables."""
import json
import os
import sys

import yaml


def of_kubernetes(text):
    """The command, its environment and where the volume is."""
    job = next(yaml.safe_load_all(text))
    spec = job["spec"]
    assert (job["apiVersion"], job["kind"], spec["completionMode"]) == ("batch/v1", "Job", "Indexed")
    assert spec["completions"] >= spec["parallelism"] >= 1
    rules = {rule["action"]: rule for rule in spec["podFailurePolicy"]["rules"]}
    assert rules["FailJob"]["onExitCodes"]["values"] == [65] and spec["backoffLimitPerIndex"] > 0
    pod = spec["template"]["spec"]
    assert pod["restartPolicy"] == "Never"
    container, = pod["containers"]
    mount, = container["volumeMounts"]
    assert rules["FailJob"]["onExitCodes"]["containerName"] == container["name"]
    assert [mount["name"]] == [volume["name"] for volume in pod["volumes"]]
    environment = [{"name": entry["name"], "value": entry["value"].replace("$$", "$")} for entry in container["env"]]
    return container["command"], environment, mount["mountPath"]


def of_aws(text):
    definition = json.loads(text)
    container = definition["containerProperties"]
    retries = {rule["onExitCode"]: rule["action"] for rule in definition["retryStrategy"]["evaluateOnExit"] if "onExitCode" in rule}
    assert retries == {"65": "EXIT", "75": "RETRY"}
    mount, = container["mountPoints"]
    assert [mount["sourceVolume"]] == [volume["name"] for volume in container["volumes"]]
    return container["command"], container["environment"], mount["containerPath"]


def main():
    file, folder, *variables = sys.argv[1:]
    with open(file, encoding="utf-8") as stream:
        text = stream.read()
    command, environment, place = of_aws(text) if file.endswith(".json") else of_kubernetes(text)
    for entry in environment:
        assert entry["value"].startswith(place + "/")
        os.environ[entry["name"]] = folder + entry["value"].removeprefix(place)
    os.environ.update(variable.split("=", 1) for variable in variables)
    os.execvp(command[0], command)


main()
