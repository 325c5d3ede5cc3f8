import { useState } from "react";
import type { DeliveryView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Time } from "../../layout/Time.tsx";
import { usePage } from "../../page/page.ts";
import { EventDetails } from "../parts/EventDetails.tsx";
import { ListTable } from "../parts/ListTable.tsx";
import { Read } from "../parts/Read.tsx";
import type { Column } from "../parts/Table.tsx";
import { Tag } from "../parts/Tag.tsx";
import { TestEvents } from "../parts/TestEvents.tsx";
import { useShop } from "../use-shop.ts";
import { outcomeLabel } from "../words.ts";

const columns: readonly [Column<DeliveryView>, ...Column<DeliveryView>[]] = [
  {
    label: "Event",
    cell: ({ eventType }) => <code>{eventType || "unverified"}</code>,
    sortBy: ({ eventType }) => eventType,
  },
  {
    label: "Result",
    cell: ({ outcome }) => <Tag {...outcomeLabel(outcome)} />,
    isMain: true,
    sortBy: ({ outcome }) => outcome,
  },
  { label: "Note", cell: ({ note }) => (note ? <span className="shop-note">{note}</span> : "–") },
  { label: "Time", cell: ({ at }) => <Time at={new Date(at)} />, sortBy: ({ at }) => at },
];

const pauseMilliseconds = 2000;

/** The deliveries of the provider, live: the list is read again with its tag every two seconds, unless it is paused. */
export function Webhooks({ user }: SignedIn) {
  const { hasGuests } = usePage();
  const [isPaused, setPaused] = useState(false);
  const everyMilliseconds = isPaused ? null : pauseMilliseconds;
  const reading = useShop<readonly DeliveryView[]>("/api/shop/webhooks", { userId: user.id, everyMilliseconds });
  return (
    <Read
      title="Webhooks"
      lead="Deliveries of the payments provider to this app, the newest first."
      reading={reading}
      empty="No deliveries yet"
    >
      {(deliveries) => (
        <>
          <div className="shop-bar">
            <button
              className="button quiet"
              type="button"
              aria-pressed={isPaused}
              onClick={() => setPaused((isPaused) => !isPaused)}
            >
              Pause
            </button>
            {hasGuests && <TestEvents done={reading.refetch} />}
          </div>
          <Deliveries deliveries={deliveries} userId={user.id} changed={reading.refetch} />
        </>
      )}
    </Read>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryView[];
  readonly userId: string;
  readonly changed: () => Promise<void>;
}

/** Deliveries that arrived since the screen was opened are marked. */
function Deliveries({ deliveries, userId, changed }: DeliveriesProps) {
  const [first] = useState(() => new Set(deliveries.map(({ id }) => id)));
  return (
    <ListTable
      caption="Webhooks"
      rows={deliveries}
      columns={[...columns]}
      isNew={({ id }) => !first.has(id)}
      textOf={({ eventType, eventId, note }) => `${eventType} ${eventId} ${note}`}
      filter={{ label: "Result", valueOf: ({ outcome }) => outcomeLabel(outcome).text }}
      details={({ eventId, note }) =>
        eventId ? <EventDetails id={eventId} userId={userId} changed={changed} /> : <Rejected code={note} />
      }
    />
  );
}

const Rejected = ({ code }: { code: string }) => (
  <p className="soft">
    <code>{code}</code>: the sender does not know the secret, or the delivery is too old. No handler ran, and nothing of
    it is kept.
  </p>
);
