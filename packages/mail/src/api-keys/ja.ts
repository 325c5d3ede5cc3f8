import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `${app} の API キーの有効期限が近づいています`,
    heading: "API キーの有効期限が近づいています",
    paragraphs: [
      `${app} の API キー ${key} は ${until} に期限切れになります。それ以降、このキーを使うプログラムは拒否されます。`,
      "これらのプログラムのために新しいキーを作成するか、キーの期限を延長してください。",
    ],
    label: `${app} を開く`,
    notes: ["キーがもう必要ない場合は、何もする必要はありません。"],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `${app} の API キーが公開の場所で見つかりました`,
    preview: "キーは無効になりました。今すぐ対応してください。",
    heading: "API キーが公開の場所で見つかりました",
    paragraphs: [
      `${app} の API キー ${key} が、他の人が読める場所で見つかりました。キーを無効にしました。`,
      "プログラムのために新しいキーを作成し、古いキーを削除して、そのキーで何が行われたかを確認してください。",
    ],
    label: `${app} を開く`,
    notes: ["キーを再び有効にしないでください。他の人がキーを持っています。"],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `API キーが作成されました: ${app}`,
    heading: "API キーが作成されました",
    paragraphs: [
      `${app} の API キー ${key} が作成されました。`,
      "お心当たりがない場合は、今すぐキーを削除し、パスワードを変更してください。",
    ],
    label: `${app} を開く`,
    notes: ["お心当たりがある場合は、何もする必要はありません。"],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `API キーが再び有効になりました: ${app}`,
    heading: "API キーが再び有効になりました",
    paragraphs: [
      `${app} の API キー ${key} が再び有効になりました。`,
      "お心当たりがない場合は、今すぐキーを削除し、パスワードを変更してください。",
    ],
    label: `${app} を開く`,
    notes: ["お心当たりがある場合は、何もする必要はありません。"],
  }),
};
