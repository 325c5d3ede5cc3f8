import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Organization, organizationModel } from "../models.js";
import { type Metadata, readMetadata } from "./metadata.js";

/** An organization with its metadata as a record, as `create` and `update` answer; absent when there is none. */
export interface WrittenOrganization extends Omit<Organization, "metadata"> {
  readonly metadata?: Metadata;
}

/** The columns that are not secret, those of plugins too; metadata is the JSON text that is stored. */
export const showOrganization = ({ schema }: Pick<Context | TxContext, "schema">, row: Organization): Organization =>
  publicRow(schema, organizationModel, row);

/** The same, with the metadata read. */
export function showWritten(ctx: Pick<Context | TxContext, "schema">, row: Organization): WrittenOrganization {
  const { metadata: stored, ...rest } = showOrganization(ctx, row);
  const metadata = readMetadata(stored);
  return metadata ? { ...rest, metadata } : rest;
}
