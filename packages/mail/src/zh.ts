import { keyEmails } from "./api-keys/zh.js";
import type { EmailLanguage } from "./language/language.js";
import { newDevice } from "./new-device/zh.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

/**
 * The emails in Chinese in simplified characters. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [chinese] })
 */
export const chinese: EmailLanguage = {
  locale: "zh",
  hello: (name) => (name === null ? "您好：" : `${name}，您好：`),
  orCopy: "或将此地址复制到浏览器中：",
  goTo: (app) => `前往 ${app}`,
  actNow: "如果不是您本人操作，请立即处理。",
  noAction: "如果是您本人操作，则无需任何操作。",
  notAsked: "如果您没有请求此邮件，则无需任何操作。",
  about: ({ app, to }) => `此事涉及您的 ${app} 账户 ${to}。`,
  secure: (app) => `如果不是您本人操作，请立即前往 ${app}，重置密码，并在所有设备上退出登录。`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `请确认您在 ${app} 的电子邮件地址`,
      preview: `${to} 是您的地址吗？`,
      heading: "请确认您的电子邮件地址",
      paragraphs: [
        `请确认 ${to} 是您在 ${app} 使用的电子邮件地址。`,
        ...(asksForPassword
          ? [`此地址有多次注册。为保护您的账户，以前的密码均已失效：确认之后，请前往 ${app} 获取新密码。`]
          : []),
      ],
      label: "确认地址",
      notes: [
        `链接在${duration}内有效。`,
        `如果不是您将此地址提供给 ${app}，请不要打开链接：否则会以您的地址确认他人的账户。`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `重置您的 ${app} 密码`,
      heading: "请设置新密码",
      paragraphs: [`有人为 ${app} 账户 ${to} 请求了新密码。`],
      label: "设置新密码",
      notes: [`链接只能使用一次，${duration}内有效。`, "如果不是您本人操作，请忽略此邮件：您的密码不会更改。"],
    }),
    "confirm-email-change": ({ app, to, duration, newEmail }) => ({
      subject: `请允许更改您 ${app} 账户的电子邮件地址`,
      preview: `从 ${to} 更改为 ${newEmail}？`,
      heading: "请允许您的新电子邮件地址",
      paragraphs: [
        `您请求将 ${app} 账户的电子邮件地址从 ${to} 更改为 ${newEmail}。`,
        "在您允许之前，地址不会更改。请在您已登录的浏览器中打开链接。",
      ],
      label: "允许更改",
      notes: [
        `链接只能使用一次，${duration}内有效。`,
        "如果不是您本人操作，请不要打开链接，并更改您的密码：可能有他人登录了您的账户。",
      ],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `请确认删除您的 ${app} 账户`,
      preview: "此操作无法撤销。",
      heading: "删除您的账户？",
      paragraphs: [`您请求删除 ${app} 账户 ${to} 及其所有内容。此操作无法撤销。`, "请在您已登录的浏览器中打开链接。"],
      label: "删除我的账户",
      notes: [
        `链接只能使用一次，${duration}内有效。`,
        "如果不是您本人操作，请不要打开链接，并更改您的密码：可能有他人登录了您的账户。",
      ],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `您已有 ${app} 账户`,
      preview: "请登录，无需注册。",
      heading: "您已有账户",
      paragraphs: [
        `有人尝试用 ${to} 注册 ${app}。此地址已有账户。`,
        "如果是您本人操作，请直接登录。如果忘记密码，可在那里重置。",
      ],
      label: `前往 ${app}`,
      notes: ["如果不是您本人操作，则无需任何操作：您的账户没有被访问或更改。"],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `您 ${app} 账户的电子邮件地址已更改`,
      preview: `从 ${to} 更改为 ${newEmail}。`,
      heading: "您的电子邮件地址已更改",
      paragraphs: [
        `您 ${app} 账户的电子邮件地址已从 ${to} 更改为 ${newEmail}。`,
        "如果不是您本人操作，或新地址有误，请撤销更改：您的账户会恢复此地址，并在所有设备上退出登录。",
      ],
      label: "撤销更改",
      notes: [
        `在您于已登录的浏览器中确认 ${newEmail} 之前，仍可用此地址恢复您的账户。之后链接在 7 天内有效。`,
        "如果一切无误，则无需任何操作。",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, code, isNew }) => ({
      subject: `登录 ${app}`,
      heading: `登录 ${app}`,
      paragraphs: [
        isNew ? `请打开此链接，用 ${to} 创建 ${app} 账户。` : `请打开此链接，登录您的 ${app} 账户 ${to}。`,
        ...(code === null ? [] : [`或在您请求此邮件的浏览器中输入此验证码：${code}。5 分钟内有效。`]),
      ],
      label: "登录",
      notes: [
        `链接只能使用一次，${duration}内有效。请勿转发。`,
        "如果您没有请求此邮件，则无需任何操作。没有链接，任何人都无法登录。",
      ],
    }),
    "email-otp.code": ({ app, duration, code, effect }) => ({
      subject: `您的 ${app} 验证码`,
      preview: `验证码在${duration}内有效。`,
      heading: "您的验证码",
      paragraphs: [`${effect}：`, code, "请在您请求验证码的浏览器中输入。"],
      label: `前往 ${app}`,
      notes: [
        `验证码只能使用一次，${duration}内有效。请勿告诉任何人。`,
        "如果您没有请求此邮件，则无需任何操作。没有验证码，不会发生任何事情。",
      ],
    }),
    "two-factor.code": ({ app, duration, code }) => ({
      subject: `${code} 是您的 ${app} 验证码`,
      preview: `${duration}内有效。`,
      heading: "您的登录验证码",
      paragraphs: [`您的 ${app} 验证码是 ${code}。请勿告诉他人：我们绝不会索取验证码。`],
      label: `前往 ${app}`,
      notes: [`验证码在${duration}内有效。`, "如果您没有登录，他人可能知道您的密码：请立即更改。"],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `有他人在使用您 ${app} 账户的电话号码`,
      heading: "这仍是您的号码吗？",
      paragraphs: [
        `另一个人验证了您 ${app} 账户（${to}）的电话号码 ${number}。现在仅凭该号码无法打开您的账户。`,
        `如果该号码是您的，请在 ${until} 之前登录并再次验证。否则该号码将从您的账户中移除。`,
      ],
      label: `前往 ${app}`,
      notes: ["如果您已放弃该号码，则无需任何操作：您的账户仍归您所有。"],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} 是您的 ${app} 验证码`,
      heading: "您的登录验证码",
      paragraphs: [
        `您 ${app} 账户的电话号码已被验证。您很久没有使用它，或者它现在属于另一个人，因此还需要此验证码：${code}。`,
        "请在输入手机验证码的浏览器中输入它。",
      ],
      label: `前往 ${app}`,
      notes: [
        `验证码只能使用一次，有效期 ${duration}。请勿告诉任何人。`,
        `如果不是您本人操作，则该号码另有所有者：它将在 ${until} 之后从您的账户中移除，您的账户仍归您所有。`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `您在 ${app} 的第二重验证将被移除`,
      preview: "如果不是您本人操作，请立即停止。",
      heading: "您的第二重验证将被移除",
      paragraphs: [
        `有人通过了您 ${app} 账户 ${to} 登录的第一步，并请求在没有第二重验证的情况下登录。自 ${from} 起可以如此登录。`,
        "如果不是您本人操作，请立即停止，并更改您的密码。",
      ],
      label: "停止",
      notes: ["如果是您本人操作，在此之前无需任何操作。"],
    }),
    "organization.invitation": ({ app, until, organization, inviter }) => ({
      subject: `邀请您加入 ${app} 的${organization ?? "组织"}`,
      heading: `邀请您加入${organization ?? "组织"}`,
      paragraphs: [`${inviter ?? "一位成员"} 邀请您加入 ${app} 的${organization ?? "组织"}。`],
      label: "查看邀请",
      notes: [
        `邀请有效期至 ${until}。`,
        "如果您没有预料到此邀请，请忽略此邮件。请勿转发：该链接可证明对您电子邮件地址的访问权限。",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `没有使用此地址的 ${app} 账户`,
      heading: "没有使用此地址的账户",
      paragraphs: [
        `有人用您的地址 ${to} 请求登录 ${app}。没有使用此地址的账户。`,
        "如果您有账户，请用该账户的地址登录。",
      ],
      label: `前往 ${app}`,
      notes: ["如果您没有请求此邮件，则无需任何操作。"],
    }),
  },
  effects: {
    "sign-in": ({ app, to }) => `用此验证码登录您的 ${app} 账户 ${to}`,
    "sign-up": ({ app, to }) => `用此验证码为 ${to} 创建 ${app} 账户`,
    "email-verification": ({ app, to }) => `用此验证码确认 ${to} 属于您的 ${app} 账户`,
    "forget-password": ({ app, to }) => `用此验证码为您的 ${app} 账户 ${to} 设置新密码`,
    "change-email": ({ app, to }) => `用此验证码允许您的 ${app} 账户 ${to} 更改地址`,
    "new-email": ({ app, to }) => `用此验证码将您 ${app} 账户的地址更改为 ${to}`,
  },
  notices: {
    "password-changed": () => ({ heading: "您的密码已更改", text: "密码已更改。" }),
    "account-linked": ({ name }) => ({ heading: "已添加一种登录方式", text: `已关联 ${name} 账户，可用于登录。` }),
    "account-unlinked": ({ name }) => ({
      heading: "已移除一种登录方式",
      text: `已取消关联 ${name} 账户，不能再用于登录。`,
    }),
    "password-removed": () => ({ heading: "您的密码已移除", text: "密码已移除，不能再用于登录。" }),
    "passkey.added": ({ name }) => ({
      heading: "已添加通行密钥",
      text: `已添加通行密钥 ${name}。可用它在没有密码的情况下登录。`,
    }),
    "passkey.deleted": ({ name }) => ({ heading: "已删除通行密钥", text: `已删除通行密钥 ${name}。不能再用它登录。` }),
    "passkey.cloned": ({ name }) => ({
      heading: "通行密钥可能已被复制",
      text: `使用通行密钥 ${name} 的登录被拒绝：可能存在其副本。请将其删除，并添加新的通行密钥。`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "您的电话号码已更改",
      text: `电话号码现在是 ${number}。可用发送到此号码的验证码登录。`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "您的电话号码已移除",
      text: `电话号码 ${number} 已从账户中移除，不能再用于登录。`,
    }),
    "username.changed": () => ({ heading: "您的用户名已更改", text: "用户名已更改。" }),
    "two-factor.enabled": () => ({ heading: "已开启第二重验证", text: "已开启第二重验证。" }),
    "two-factor.disabled": () => ({ heading: "已关闭第二重验证", text: "已关闭第二重验证。" }),
    "two-factor.reset": () => ({ heading: "已重置第二重验证", text: "管理员重置了第二重验证。" }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "已生成新的备用码",
      text: "已生成新的备用码，旧的备用码已失效。",
    }),
    "two-factor.backup-code-used": () => ({ heading: "已使用一个备用码", text: "已使用一个备用码。" }),
    "two-factor.device-trusted": () => ({
      heading: "已信任一个浏览器",
      text: "已信任一个浏览器：不会向它要求第二重验证。",
    }),
    "two-factor.recovery-finished": () => ({ heading: "已移除第二重验证", text: "账户恢复移除了第二重验证。" }),
    "two-factor.closed": () => ({
      heading: "不再接受验证码",
      text: "因输入了一百次错误的验证码，现在不再接受。用其他第二重验证登录，或联系客服，可重新启用。",
    }),
  },
  left: (count) => `您还剩 ${count} 个备用码。请在账户设置中生成新的备用码。`,
};
