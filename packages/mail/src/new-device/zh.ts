import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in Chinese. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `${app} 有新的登录`,
  heading: "有新设备登录",
  paragraphs: [
    `一台之前未使用过的设备登录了您在 ${app} 的账户（${to}）。`,
    ...(device === null ? [] : [`设备: ${device}`]),
    `时间: ${time}`,
    ...(place === null ? [] : [`地点: ${place}`]),
  ],
  label: "不是我",
  notes: [
    "如果是您本人操作，则无需任何操作。",
    "链接在 7 天内有效，只能使用一次。它会让您的所有设备退出登录，并移除您的密码，直到您通过电子邮件设置新密码。",
  ],
});
