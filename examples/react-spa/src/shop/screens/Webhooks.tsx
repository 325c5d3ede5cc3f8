import { useState } from "react";
import type { DeliveryView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Time } from "../../layout/Time.tsx";
import { hasGuests } from "../page-facts.ts";
import { CopyId } from "../parts/CopyId.tsx";
import { Read } from "../parts/Read.tsx";
import { type Column, Table } from "../parts/Table.tsx";
import { Tag } from "../parts/Tag.tsx";
import { TestEvents } from "../parts/TestEvents.tsx";
import { useShop } from "../use-shop.ts";
import { outcomeLabel } from "../words.ts";

const columns: readonly [Column<DeliveryView>, ...Column<DeliveryView>[]] = [
  { label: "Event", cell: ({ eventType }) => <code>{eventType || "unverified"}</code> },
  { label: "Time", cell: ({ at }) => <Time at={new Date(at)} /> },
  { label: "Result", cell: ({ outcome }) => <Tag {...outcomeLabel(outcome)} /> },
  { label: "Id, or reason", cell: ({ eventId, note }) => (note ? <code>{note}</code> : <CopyId id={eventId} />) },
];

const pauseMilliseconds = 2000;

/** The deliveries of the provider, live: the list is read again with its tag every two seconds, unless it is paused. */
export function Webhooks({ user }: SignedIn) {
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
          <Deliveries deliveries={deliveries} />
        </>
      )}
    </Read>
  );
}

/** Deliveries that arrived since the screen was opened are marked. */
function Deliveries({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const [first] = useState(() => new Set(deliveries.map(({ id }) => id)));
  return <Table caption="Webhooks" rows={deliveries} columns={columns} isNew={({ id }) => !first.has(id)} />;
}
