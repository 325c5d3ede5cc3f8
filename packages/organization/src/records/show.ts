import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Organization, organizationModel } from "../models.js";
import { type Metadata, readMetadata } from "./metadata.js";

/**
 * An organization with the metadata as a record, as returned by `create` and `update`; without the key if there is no
 * metadata.
 */
export interface WrittenOrganization extends Omit<Organization, "metadata"> {
  readonly metadata?: Metadata;
}

/** The public columns, also of plugins; metadata is the stored JSON text. */
export const showOrganization = ({ schema }: Pick<Context | TxContext, "schema">, row: Organization): Organization =>
  publicRow(schema, organizationModel, row);

/** The public columns, with the metadata parsed. */
export function showWritten(ctx: Pick<Context | TxContext, "schema">, row: Organization): WrittenOrganization {
  const { metadata: stored, ...rest } = showOrganization(ctx, row);
  const metadata = readMetadata(stored);
  return metadata ? { ...rest, metadata } : rest;
}
