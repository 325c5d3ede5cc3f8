import { expect, test } from "vitest";
import { shownUserCode } from "./user-code.js";

test.each([
  ["WDJBMJHT", "WDJB-MJHT"],
  ["wdjb-mjht", "WDJB-MJHT"],
  [" wdjb mjht ", "WDJB-MJHT"],
  ["WDJB-MJH", ""],
  ["<script>", ""],
  ["", ""],
])("the code %j is shown as %j", (given, shown) => {
  expect(shownUserCode(given)).toBe(shown);
});
