import { type Entity, entity } from "../schema/entity.js";
import { date, flag, integer, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { mediaService } from "./enumerations.js";

const productMediaFields = {
  id: text,
  organization_id: text,
  name: text,
  path: text,
  mime_type: text,
  /** Bytes. */
  size: integer,
  storage_version: nullable(text),
  checksum_etag: nullable(text),
  checksum_sha256_base64: nullable(text),
  checksum_sha256_hex: nullable(text),
  last_modified_at: nullable(date),
  version: nullable(text),
  service: mediaService,
  is_uploaded: flag,
  created_at: date,
  /** e.g. "1.5 MB". */
  size_readable: text,
  public_url: text,
};

/** `ProductMedia` from the API: snake_case, ISO dates. */
export interface ProductMediaWire extends WireOf<typeof productMediaFields> {}
/** A picture of a product (client form): camelCase, `Date` values. */
export interface ProductMedia extends ClientOf<typeof productMediaFields> {}
/** `ProductMedia` of any API version: unknown values stay. */
export interface TolerantProductMedia extends TolerantOf<typeof productMediaFields> {}

/** A picture of a product. */
export const productMedia: Entity<ProductMediaWire, ProductMedia, TolerantProductMedia> = entity(
  "ProductMedia",
  productMediaFields,
);
