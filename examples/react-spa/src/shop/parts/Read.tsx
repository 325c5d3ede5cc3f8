import type { ReactNode } from "react";
import { Empty } from "../../layout/Empty.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { Bones } from "../../screens/Loading.tsx";
import type { ShopReading } from "../use-shop.ts";
import { NotRead } from "./NotRead.tsx";

interface ReadProps<Data> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly reading: ShopReading<Data>;
  /** Shown in place of an empty list. */
  readonly empty?: string | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** A screen of data that is read: busy, failed, empty or shown. An old value stays when a later reading fails. */
export function Read<Data>({ title, lead, reading, empty, children }: ReadProps<Data>) {
  const { data, error, refetch } = reading;
  const isEmpty = Array.isArray(data) && data.length === 0;
  // What a former member has read is not for them any more.
  const isShown = data !== null && error !== "not a member" && error !== "signed out";
  return (
    <Screen title={title} lead={lead}>
      <div className="shop">
        {!isShown && !error && <Bones />}
        {!isShown && error && <NotRead what={title} error={error} retry={refetch} />}
        {isShown && error && (
          <p className="shop-stale" role="status">
            This is what the page has read before: the connection is lost.
          </p>
        )}
        {isShown && isEmpty && empty && <Empty title={empty} text="It appears here as soon as a webhook reports it." />}
        {isShown && !isEmpty && children(data)}
      </div>
    </Screen>
  );
}
