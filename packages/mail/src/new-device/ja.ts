import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in Japanese. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `${app} への新しいログイン`,
  heading: "新しいデバイスがログインしました",
  paragraphs: [
    `これまで使われていなかったデバイスが ${app} のアカウント（${to}）にログインしました。`,
    ...(device === null ? [] : [`デバイス: ${device}`]),
    `日時: ${time}`,
    ...(place === null ? [] : [`場所: ${place}`]),
  ],
  label: "自分ではありません",
  notes: [
    "ご自身の操作であれば、何もする必要はありません。",
    "リンクは 7 日間、1 回だけ有効です。すべてのデバイスからサインアウトし、メールで新しいパスワードを設定するまでパスワードを削除します。",
  ],
});
