import type { ApiVersion } from "@keyhold/billing-schema/requests";
import * as exported from "@keyhold/billing-schema/requests";
import type { RequestBody } from "../src/schema/request/request-body.ts";

type AnyBody = RequestBody<unknown, unknown>;

const isBody = (value: unknown): value is AnyBody => typeof value === "object" && value !== null && "encode" in value;

/** Every exported body, so the tests cannot miss any. */
export const requests: readonly AnyBody[] = Object.values<unknown>(exported).filter(isBody);

/** The spellings; later versions are spelt as the second. */
export const spellings: readonly ApiVersion[] = ["2025-05", "2026-04"];
