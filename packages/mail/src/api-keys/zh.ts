import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `${app} 的一个 API 密钥即将到期`,
    heading: "一个 API 密钥即将到期",
    paragraphs: [
      `${app} 的 API 密钥 ${key} 将于 ${until} 到期。到期后，使用它的程序将被拒绝。`,
      "请为这些程序创建新密钥，或延长此密钥的有效期。",
    ],
    label: `前往 ${app}`,
    notes: ["如果不再需要此密钥，则无需任何操作。"],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `${app} 的一个 API 密钥在公开处被发现`,
    preview: "该密钥已停用。请立即处理。",
    heading: "一个 API 密钥在公开处被发现",
    paragraphs: [
      `${app} 的 API 密钥 ${key} 在他人可以读取的地方被发现。我们已将其停用。`,
      "请为您的程序创建新密钥，删除旧密钥，并检查它被用来做了什么。",
    ],
    label: `前往 ${app}`,
    notes: ["请勿重新启用该密钥：他人已持有它。"],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `一个 API 密钥已创建: ${app}`,
    heading: "一个 API 密钥已创建",
    paragraphs: [`${app} 的 API 密钥 ${key} 已创建。`, "如果这不在您的预料之中，请立即删除该密钥并更改密码。"],
    label: `前往 ${app}`,
    notes: ["如果这在您的预料之中，则无需任何操作。"],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `一个 API 密钥已重新启用: ${app}`,
    heading: "一个 API 密钥已重新启用",
    paragraphs: [`${app} 的 API 密钥 ${key} 已重新启用。`, "如果这不在您的预料之中，请立即删除该密钥并更改密码。"],
    label: `前往 ${app}`,
    notes: ["如果这在您的预料之中，则无需任何操作。"],
  }),
};
