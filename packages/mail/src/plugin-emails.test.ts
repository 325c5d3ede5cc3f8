import { describe, expect, it } from "vitest";
import { sampleEmails } from "../tests/sample-emails.js";
import { type InvitationEmail, sampleInvitation } from "../tests/sample-invitation.js";
import { escapeHtml } from "./html.js";
import { renderEmail, type Templates } from "./render.js";

describe("an email of a plugin", () => {
  const message = sampleInvitation();
  const { subject, text, html } = renderEmail(message);

  it("contains its texts, in the layout of all emails", () => {
    expect(subject).toBe("Join Acme at Example");
    expect(text).toBe(`Hello,

Ann invites you to Acme.

See the invitation:
https://app.example.com/invitations?id=i1&secret=s1

The invitation ends in 2 days.

If you do not know Ann, ignore this email.

-- 
Example
https://app.example.com
`);
    const url = escapeHtml(message.url);
    expect(html).toContain(`class="button" href="${url}"`);
    expect(html).toContain(`>${url}</p>`);
    expect(html).toMatch(/<h1 [^>]*>Join Acme<\/h1>/);
    expect(html).toContain('<html lang="en">');
  });

  it("shows its preview in a list of emails, or its heading without one", () => {
    const shown = /<body[^>]*>\n<div style="display:none[^"]*">([^&]*)&#847;/;
    expect(shown.exec(html)?.[1]).toBe("Ann invites you.");
    const without = sampleInvitation({ words: { preview: undefined } });
    expect(shown.exec(renderEmail(without).html)?.[1]).toBe("Join Acme");
  });

  it("contains only its texts, and no other fields", () => {
    const other = { ...message, organizationName: "Other" };
    expect(renderEmail(other)).toEqual({ subject, text, html });
  });
});

describe("a name of untrusted origin, checked by the plugin with `safeName`,", () => {
  it.each(["Visit evil.com", "https://evil.example", "Call +1 (800) 555-0199", "A".repeat(61), "\u202E\u0000"])(
    "is omitted if it could be an advertisement: %j",
    (organizationName) => {
      const { subject, text, html } = renderEmail(sampleInvitation({ organizationName }));
      expect(subject).toBe("Join an organization at Example");
      expect(text + html).not.toContain(organizationName);
    },
  );

  it("stays text", () => {
    const { subject, text, html } = renderEmail(sampleInvitation({ organizationName: '<img src=x onerror="y">&co' }));
    expect(subject).toBe('Join <img src=x onerror="y">&co at Example');
    expect(text).toContain('Ann invites you to <img src=x onerror="y">&co.');
    expect(html).toContain("Ann invites you to &lt;img src=x onerror=&quot;y&quot;&gt;&amp;co.");
    expect(html).not.toContain("<img");
  });
});

describe("untrusted texts of a plugin", () => {
  const hostile = 'a\r\nBcc: eve@evil.example\n\n-- \nEvil\u2028\u202E\u0000\u001B[2J<i onclick="x">';
  const tame = 'a Bcc: eve@evil.example -- Evil [2J<i onclick="x">';
  const words = {
    subject: hostile,
    preview: hostile,
    heading: hostile,
    paragraphs: [hostile],
    label: hostile,
    notes: [hostile],
  };
  const { subject, text, html } = renderEmail({ ...sampleInvitation({ words }), appName: hostile });

  it("start no new line, header or text direction", () => {
    expect(subject).toBe(tame);
    expect(text.split("\n").filter((line) => line.includes("Bcc"))).toEqual([tame, `${tame}:`, tame, tame]);
    expect(text.split("\n").filter((line) => line === "-- ")).toHaveLength(1);
    expect(text.replaceAll("\n", "")).toMatch(/^[^\p{Cc}\u2028\u202E]*$/u);
    expect(html.replaceAll("\n", "")).toMatch(/^[^\p{Cc}\u2028\u202E]*$/u);
  });

  it("are escaped in HTML", () => {
    expect(html).not.toContain("<i");
    expect(html.split(escapeHtml(tame))).toHaveLength(9);
  });

  it("cannot change the URL of the button", () => {
    const url = 'https://app.example.com/"><i>\n';
    const { text, html } = renderEmail({ ...sampleInvitation(), url });
    expect(text).toContain('See the invitation:\nhttps://app.example.com/"><i>\n\n');
    expect(html).not.toContain("<i>");
  });
});

describe("a template for an email of a plugin", () => {
  const german: Templates<InvitationEmail> = {
    "organization.invitation": ({ organizationName, appName }) => ({
      subject: `Einladung\r\nBcc: ${organizationName}`,
      text: `${organizationName} bei ${appName}`,
      html: "",
    }),
  };

  it("gets the fields of the plugin, and applies to its kind only", () => {
    const message = sampleInvitation();
    expect(renderEmail(message, german)).toEqual({
      subject: "Einladung Bcc: Acme",
      text: "Acme bei Example",
      html: "",
    });
    const other = { ...message, kind: "organization.farewell" } as const;
    expect(renderEmail(other, german)).toEqual(renderEmail(message));
    const core = sampleEmails()["verify-email"];
    expect(renderEmail(core, german)).toEqual(renderEmail(core));
  });
});
