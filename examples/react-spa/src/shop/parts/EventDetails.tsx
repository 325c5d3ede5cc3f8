import { useState } from "react";
import type { EventView, SentAgainView } from "../../../shared/shop.ts";
import { Busy } from "../../form/Busy.tsx";
import { Retry } from "../../form/Retry.tsx";
import { Time } from "../../layout/Time.tsx";
import { callShop } from "../call.ts";
import { useShop } from "../use-shop.ts";
import { eventStatus } from "../words.ts";
import { Copy } from "./Copy.tsx";
import { CopyId } from "./CopyId.tsx";
import { Tag } from "./Tag.tsx";

interface EventDetailsProps {
  readonly id: string;
  readonly userId: string;
  /** Reads the list again. */
  readonly changed: () => Promise<void>;
}

/** An event: its handlers, its payload, and "Send again" while a handler has not completed. */
export function EventDetails({ id, userId, changed }: EventDetailsProps) {
  const query = `?id=${encodeURIComponent(id)}`;
  const { data, error, refetch } = useShop<EventView>(`/api/shop/webhook${query}`, { userId });
  if (error === "not a member") return <p className="soft">Only owners and administrators see the payload.</p>;
  if (!data && error) {
    return (
      <div role="alert">
        <p>The event could not be read.</p>
        <Retry kind="quiet" retry={refetch} />
      </div>
    );
  }
  if (!data) return <p className="soft">Reading the event…</p>;
  return (
    <div className="event">
      <Facts {...data} />
      <Handlers {...data} />
      <SendAgain
        key={data.id}
        event={data}
        done={async () => {
          await Promise.all([refetch(), changed()]);
        }}
      />
      <Payload payload={data.payload} />
    </div>
  );
}

const Facts = ({ id, status, attempts, receivedAt, error }: EventView) => (
  <dl className="row-facts">
    <dt>Event</dt>
    <dd>
      <CopyId id={id} />
    </dd>
    <dt>Status</dt>
    <dd>
      <Tag {...eventStatus(status)} />
    </dd>
    <dt>Attempts</dt>
    <dd>
      {attempts}, the last one <Time at={new Date(receivedAt)} />
    </dd>
    {error && (
      <>
        <dt>Error</dt>
        <dd>{error}</dd>
      </>
    )}
  </dl>
);

function Handlers({ handlers, status }: EventView) {
  const firstOpen = handlers.find(({ isDone }) => !isDone)?.name;
  const stateOf = (name: string, isDone: boolean): string => {
    if (isDone) return "completed";
    return status === "failed" && name === firstOpen ? "failed" : "not run yet";
  };
  if (handlers.length === 0) return <p className="soft">The app has no handler for this event.</p>;
  return (
    <section aria-label="Handlers">
      <h2 className="event-title">Handlers</h2>
      <ul className="event-handlers">
        {handlers.map(({ name, isDone }) => (
          <li key={name} data-state={stateOf(name, isDone)}>
            <code>{name}</code> <span>{stateOf(name, isDone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SendAgainProps {
  readonly event: EventView;
  readonly done: () => Promise<void>;
}

/** A handled event has no button: each handler runs once per event. */
function SendAgain({ event: { id, status, payload }, done }: SendAgainProps) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState("");

  async function send(): Promise<void> {
    setBusy(true);
    const path = `/api/shop/send-again?id=${encodeURIComponent(id)}`;
    const answer = await callShop<SentAgainView>(path, { method: "POST" });
    setSaid(answer.kind === "data" ? sentence(answer.data) : "It could not be sent again.");
    setBusy(false);
    await done();
  }

  const canSend = status !== "handled" && payload !== null;
  return (
    <div className="event-again">
      {canSend && <Busy isSmall isBusy={isBusy} label="Send again" busy="Sending…" onClick={send} />}
      <p className="soft" role="status">
        {said || (status === "handled" ? "Every handler has completed. Handlers run once per event." : "")}
      </p>
    </div>
  );
}

function sentence({ outcome, handler }: SentAgainView): string {
  switch (outcome) {
    case "handled":
    case "duplicate":
      return "Handled: the remaining handlers have run.";
    case "failed":
      return `${handler ?? "A handler"} failed again.`;
    case "busy":
      return "Another delivery is handling it now.";
    case "unhandled":
      return "The app has no handler for it.";
    default:
      return "This version cannot decode it.";
  }
}

function Payload({ payload }: { payload: unknown }) {
  if (payload === null) return <p className="soft">The payload is not kept.</p>;
  const text = JSON.stringify(payload, null, 2);
  return (
    <section>
      <h2 className="event-title">
        Payload <Copy text={text} name="Copy the payload" />
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reachable by keyboard */}
      <section className="event-payload" tabIndex={0} aria-label="Payload">
        <pre>{text}</pre>
      </section>
    </section>
  );
}
