"""The official Python SDK (a2a-sdk) over mutual TLS: as a client of ours, and as a server for ours.

usage: a2a_sdk.py client URL CERT KEY CA
       a2a_sdk.py serve PORT CERT KEY CA
"""

import asyncio
import ssl
import sys


def context(cert, key, ca):
    tls = ssl.create_default_context(cafile=ca)
    tls.load_cert_chain(cert, key)
    return tls


async def client(url, cert, key, ca):
    import httpx
    from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
    from a2a.types import (
        CancelTaskRequest, GetTaskRequest, ListTasksRequest, Message, Part, Role, SendMessageRequest,
        SubscribeToTaskRequest, TaskState,
    )

    def request(message_id, text):
        message = Message(message_id=message_id, role=Role.ROLE_USER, parts=[Part(text=text)])
        return SendMessageRequest(message=message)

    async with httpx.AsyncClient(verify=context(cert, key, ca), timeout=30) as http:
        card = await A2ACardResolver(http, url).get_agent_card()
        print("card", card.name)
        plain = ClientFactory(ClientConfig(httpx_client=http, streaming=False)).create(card)
        task = None
        async for event in plain.send_message(request("tck-complete-task-sdk", "hello")):
            task = event.task
        print("send", TaskState.Name(task.status.state))
        streaming = ClientFactory(ClientConfig(httpx_client=http, streaming=True)).create(card)
        kinds = []
        async for event in streaming.send_message(request("tck-stream-001-sdk", "hello")):
            kinds.append(event.WhichOneof("payload"))
        print("stream", kinds[0], kinds[-1], "artifact_update" in kinds)
        got = await plain.get_task(GetTaskRequest(id=task.id))
        print("get", got.id == task.id)
        listed = await plain.list_tasks(ListTasksRequest())
        print("list", len(listed.tasks))
        later = None
        stream = streaming.send_message(request("tck-never-sdk", "hello"))
        async for event in stream:
            later = event.task.id
            break
        subscribed = streaming.subscribe(SubscribeToTaskRequest(id=later))
        async for event in subscribed:
            print("subscribe", event.task.id == later)
            break
        canceled = await plain.cancel_task(CancelTaskRequest(id=later))
        print("cancel", TaskState.Name(canceled.status.state))


def serve(port, cert, key, ca):
    import uvicorn
    from a2a.helpers import new_task_from_user_message, new_text_message
    from a2a.server.agent_execution import AgentExecutor
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
    from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
    from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Part
    from starlette.applications import Starlette

    class Echo(AgentExecutor):
        async def execute(self, context, event_queue):
            task = context.current_task or new_task_from_user_message(context.message)
            if context.current_task is None:
                await event_queue.enqueue_event(task)
            updater = TaskUpdater(event_queue, task.id, task.context_id)
            await updater.start_work()
            await updater.add_artifact([Part(text="python: " + context.get_user_input())])
            await updater.complete()

        async def cancel(self, context, event_queue):
            await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()

    card = AgentCard(
        name="python", description="the SDK", version="1",
        supported_interfaces=[
            AgentInterface(url=f"https://127.0.0.1:{port}/", protocol_binding="JSONRPC", protocol_version="1.0")
        ],
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"], default_output_modes=["text/plain"],
        skills=[AgentSkill(id="echo", name="echo", description="echoes", tags=["echo"])],
    )
    handler = DefaultRequestHandler(agent_executor=Echo(), task_store=InMemoryTaskStore(), agent_card=card)
    routes = create_agent_card_routes(card) + create_jsonrpc_routes(handler, "/")
    uvicorn.run(
        Starlette(routes=routes), host="127.0.0.1", port=int(port), ssl_certfile=cert, ssl_keyfile=key,
        ssl_ca_certs=ca, ssl_cert_reqs=ssl.CERT_REQUIRED, log_level="warning",
    )


if __name__ == "__main__":
    if sys.argv[1] == "client":
        asyncio.run(client(*sys.argv[2:]))
    else:
        serve(*sys.argv[2:])
