import { describe, expect, test } from "vitest";
import { arabic } from "./ar.js";
import { german } from "./de.js";
import { account } from "./en/account.js";
import { admin } from "./en/admin.js";
import { billing } from "./en/billing.js";
import { common } from "./en/common.js";
import { methods } from "./en/methods.js";
import { organization } from "./en/organization.js";
import { pricing } from "./en/pricing.js";
import { seats } from "./en/seats.js";
import { team } from "./en/team.js";
import { twoFactor } from "./en/two-factor.js";

const english = {
  locale: "en",
  account,
  admin,
  billing,
  common,
  methods,
  organization,
  pricing,
  seats,
  team,
  twoFactor,
};

// A user of speech control says the visible text of a button (WCAG 2.2, 2.5.3 Label in Name).
describe.each([english, german, arabic])(
  "the accessible name of a button contains its visible text: $locale",
  (texts) => {
    const { account, admin, billing, common, methods, organization, pricing, seats, team, twoFactor } = texts;
    test.each([
      [common.signOut, account.signOutDevice],
      [methods.unlink, methods.unlinkName],
      [methods.link, methods.linkName],
      [twoFactor.stop, twoFactor.stopName],
      [twoFactor.setUpRow, () => twoFactor.setUpApp],
      [twoFactor.turnOnRow, () => twoFactor.turnOnEmail],
      [admin.signOut, admin.signOutOne],
      [admin.stop, admin.stopOne],
      [organization.manage, organization.manageOne],
      [organization.activate, organization.activateOne],
      [organization.accept, organization.acceptOne],
      [organization.decline, organization.declineOne],
      [organization.sendAgain, organization.sendAgainTo],
      [organization.cancelInvitation, organization.cancelInvitationTo],
      [seats.change, seats.changeOf],
      [pricing.choose, pricing.chooseName],
      [pricing.buy, pricing.buyName],
      [pricing.switch, pricing.switchTo],
      [billing.cancel, billing.cancelOf],
      [billing.keep, billing.keepOf],
      [billing.invoice, billing.invoiceOf],
      [team.activate, team.activateOne],
      [team.removeMember, team.removeMemberOne],
    ])("%s", (visible, nameOf) => {
      expect(nameOf("Ada").toLowerCase()).toContain(visible.toLowerCase());
    });
  },
);
