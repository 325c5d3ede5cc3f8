import { defineOptions, flag } from "@keyhold/core/options";

/** The options of `native`; an omitted one has its default. */
export interface NativeOptions {
  /** False: the route answers that the plugin is off. Default true. */
  readonly enabled: boolean;
}

export const nativeOptions = defineOptions<NativeOptions>({ enabled: flag(true) });
