import { keyEmails } from "./api-keys/ja.js";
import type { EmailLanguage } from "./language/language.js";
import { newDevice } from "./new-device/ja.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

/**
 * The emails in Japanese. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [japanese] })
 */
export const japanese: EmailLanguage = {
  locale: "ja",
  hello: (name) => (name === null ? "こんにちは。" : `${name} 様`),
  orCopy: "または、このアドレスをブラウザーにコピーしてください:",
  goTo: (app) => `${app} を開く`,
  actNow: "お心当たりがない場合は、すぐに対応してください。",
  noAction: "ご自身の操作であれば、何もする必要はありません。",
  notAsked: "このメールにお心当たりがない場合は、何もする必要はありません。",
  about: ({ app, to }) => `対象は ${app} のアカウント (${to}) です。`,
  secure: (app) =>
    `お心当たりがない場合は、すぐに ${app} を開いてパスワードを再設定し、すべてのデバイスからサインアウトしてください。`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `${app} のメールアドレスを確認してください`,
      preview: `${to} はご自身のアドレスですか?`,
      heading: "メールアドレスを確認してください",
      paragraphs: [
        `${to} が ${app} でお使いのメールアドレスであることを確認してください。`,
        ...(asksForPassword
          ? [
              `このアドレスで複数の登録がありました。アカウントを守るため、以前のパスワードは使えません。確認が済んだら、${app} で新しいパスワードを請求してください。`,
            ]
          : []),
      ],
      label: "アドレスを確認する",
      notes: [
        `リンクは${duration}有効です。`,
        `${app} にこのアドレスを登録した覚えがない場合は、リンクを開かないでください。別の方のアカウントが、あなたのアドレスで確認されてしまいます。`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `${app} のパスワードの再設定`,
      heading: "新しいパスワードを設定してください",
      paragraphs: [`${app} のアカウント (${to}) の新しいパスワードが請求されました。`],
      label: "新しいパスワードを設定する",
      notes: [
        `リンクは${duration}以内に1回だけ使えます。`,
        "お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
      ],
    }),
    "confirm-email-change": ({ app, to, duration, newEmail }) => ({
      subject: `${app} の新しいメールアドレスを許可してください`,
      preview: `${to} から ${newEmail} への変更ですか?`,
      heading: "新しいメールアドレスを許可してください",
      paragraphs: [
        `${app} のアカウントのメールアドレスを ${to} から ${newEmail} に変更する請求がありました。`,
        "許可するまで、アドレスは変わりません。サインインしているブラウザーでリンクを開いてください。",
      ],
      label: "変更を許可する",
      notes: [
        `リンクは${duration}以内に1回だけ使えます。`,
        "お心当たりがない場合は、リンクを開かずにパスワードを変更してください。別の方がアカウントにサインインしている可能性があります。",
      ],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `${app} のアカウントの削除を確認してください`,
      preview: "元に戻すことはできません。",
      heading: "アカウントを削除しますか?",
      paragraphs: [
        `${app} のアカウント (${to}) を、すべての内容とともに削除する請求がありました。元に戻すことはできません。`,
        "サインインしているブラウザーでリンクを開いてください。",
      ],
      label: "アカウントを削除する",
      notes: [
        `リンクは${duration}以内に1回だけ使えます。`,
        "お心当たりがない場合は、リンクを開かずにパスワードを変更してください。別の方がアカウントにサインインしている可能性があります。",
      ],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `${app} のアカウントはすでにあります`,
      preview: "登録ではなく、サインインしてください。",
      heading: "アカウントはすでにあります",
      paragraphs: [
        `${to} で ${app} への登録が試みられました。このアドレスのアカウントはすでにあります。`,
        "ご自身の操作であれば、サインインしてください。パスワードをお忘れの場合は、そこで再設定できます。",
      ],
      label: `${app} を開く`,
      notes: [
        "お心当たりがない場合も、何もする必要はありません。アカウントが利用されたり、変更されたりすることはありません。",
      ],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `${app} のメールアドレスが変更されました`,
      preview: `${to} から ${newEmail} へ。`,
      heading: "メールアドレスが変更されました",
      paragraphs: [
        `${app} のアカウントのメールアドレスが ${to} から ${newEmail} に変更されました。`,
        "お心当たりがない場合や、新しいアドレスが間違っている場合は、変更を元に戻してください。このアドレスに戻り、すべてのデバイスからサインアウトします。",
      ],
      label: "変更を元に戻す",
      notes: [
        `サインインしているブラウザーで ${newEmail} を確認するまでは、このアドレスでアカウントを回復できます。その後、リンクは7日間有効です。`,
        "問題がなければ、何もする必要はありません。",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, code, isNew }) => ({
      subject: `${app} にサインイン`,
      heading: `${app} にサインイン`,
      paragraphs: [
        isNew
          ? `${to} で ${app} のアカウントを作成するには、このリンクを開いてください。`
          : `${app} のアカウント (${to}) にサインインするには、このリンクを開いてください。`,
        ...(code === null
          ? []
          : [`または、このメールを請求したブラウザーに次のコードを入力してください: ${code} (5分間有効)`]),
      ],
      label: "サインイン",
      notes: [
        `リンクは${duration}以内に1回だけ使えます。ほかの人に転送しないでください。`,
        "このメールにお心当たりがない場合は、何もする必要はありません。リンクがなければ、誰もサインインできません。",
      ],
    }),
    "email-otp.code": ({ app, duration, code, effect }) => ({
      subject: `${app} のコード`,
      preview: `コードは${duration}有効です。`,
      heading: "コードのお知らせ",
      paragraphs: [`${effect}:`, code, "コードを請求したブラウザーに入力してください。"],
      label: `${app} を開く`,
      notes: [
        `コードは${duration}以内に1回だけ使えます。誰にも教えないでください。`,
        "このメールにお心当たりがない場合は、何もする必要はありません。コードがなければ、何も行われません。",
      ],
    }),
    "two-factor.code": ({ app, duration, code }) => ({
      subject: `${code} は ${app} のコードです`,
      preview: `${duration}有効です。`,
      heading: "サインインのコード",
      paragraphs: [
        `${app} のコードは ${code} です。誰にも教えないでください。こちらからコードをお聞きすることはありません。`,
      ],
      label: `${app} を開く`,
      notes: [
        `コードは${duration}有効です。`,
        "サインインした覚えがない場合は、パスワードを別の方に知られている可能性があります。すぐに変更してください。",
      ],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `${app} アカウントの電話番号を別の方が使用しています`,
      heading: "この電話番号はまだご利用中ですか",
      paragraphs: [
        `別の方が、${app} アカウント（${to}）の電話番号 ${number} を確認しました。今後、この番号だけではアカウントを開けません。`,
        `ご自身の番号の場合は、${until} までにサインインして、もう一度確認してください。確認されない場合、番号はアカウントから外れます。`,
      ],
      label: `${app} を開く`,
      notes: ["番号を手放された場合、何もする必要はありません。アカウントはそのままご利用いただけます。"],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} は ${app} のコードです`,
      heading: "サインインのコード",
      paragraphs: [
        `${app} アカウントの電話番号が確認されました。長い間使用されていないか、別の方の番号になっている可能性があるため、次のコードも必要です：${code}。`,
        "電話に届いたコードを入力したブラウザーで入力してください。",
      ],
      label: `${app} を開く`,
      notes: [
        `コードは1回だけ、${duration}有効です。誰にも教えないでください。`,
        `お心当たりがない場合、番号は別の方のものです。${until} を過ぎると番号はアカウントから外れますが、アカウントはそのままご利用いただけます。`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `${app} の第2要素が削除されます`,
      preview: "お心当たりがない場合は、すぐに中止してください。",
      heading: "第2要素が削除されます",
      paragraphs: [
        `${app} のアカウント (${to}) へのサインインの最初のステップを通過した方が、第2要素なしのサインインを請求しました。${from} から可能になります。`,
        "お心当たりがない場合は、すぐに中止し、パスワードを変更してください。",
      ],
      label: "中止する",
      notes: ["ご自身の操作であれば、それまで何もする必要はありません。"],
    }),
    "organization.invitation": ({ app, until, organization, inviter }) => ({
      subject: `${app} の${organization ?? "組織"}への招待`,
      heading: `${organization ?? "組織"}への招待`,
      paragraphs: [`${inviter ?? "メンバー"} さんが、${app} の${organization ?? "組織"}に招待しています。`],
      label: "招待を見る",
      notes: [
        `招待の有効期限は ${until} です。`,
        "この招待にお心当たりがない場合は、このメールを無視してください。リンクはメールアドレスを利用できることの証明になるため、転送しないでください。",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `このアドレスの ${app} アカウントはありません`,
      heading: "このアドレスのアカウントはありません",
      paragraphs: [
        `${to} で ${app} へのサインインが請求されました。このアドレスのアカウントはありません。`,
        "アカウントをお持ちの場合は、そのアドレスでサインインしてください。",
      ],
      label: `${app} を開く`,
      notes: ["このメールにお心当たりがない場合は、何もする必要はありません。"],
    }),
  },
  effects: {
    "sign-in": ({ app, to }) => `${app} のアカウント (${to}) にサインインするためのコードです`,
    "sign-up": ({ app, to }) => `${to} で ${app} のアカウントを作成するためのコードです`,
    "email-verification": ({ app, to }) => `${to} が ${app} のアカウントのアドレスであることを確認するためのコードです`,
    "forget-password": ({ app, to }) => `${app} のアカウント (${to}) の新しいパスワードを設定するためのコードです`,
    "change-email": ({ app, to }) => `${app} のアカウント (${to}) のアドレスの変更を許可するためのコードです`,
    "new-email": ({ app, to }) => `${app} のアカウントのアドレスを ${to} に変更するためのコードです`,
  },
  notices: {
    "password-changed": () => ({ heading: "パスワードが変更されました", text: "パスワードが変更されました。" }),
    "account-linked": ({ name }) => ({
      heading: "サインイン方法が追加されました",
      text: `${name} のアカウントが連携され、サインインに使えるようになりました。`,
    }),
    "account-unlinked": ({ name }) => ({
      heading: "サインイン方法が解除されました",
      text: `${name} のアカウントの連携が解除され、サインインに使えなくなりました。`,
    }),
    "password-removed": () => ({
      heading: "パスワードが削除されました",
      text: "パスワードが削除され、サインインに使えなくなりました。",
    }),
    "passkey.added": ({ name }) => ({
      heading: "パスキーが追加されました",
      text: `パスキー ${name} が追加されました。パスワードなしでサインインできます。`,
    }),
    "passkey.deleted": ({ name }) => ({
      heading: "パスキーが削除されました",
      text: `パスキー ${name} が削除されました。サインインには使えなくなりました。`,
    }),
    "passkey.cloned": ({ name }) => ({
      heading: "パスキーがコピーされた可能性があります",
      text: `パスキー ${name} によるサインインを拒否しました。コピーが存在する可能性があります。削除して、新しいパスキーを追加してください。`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "電話番号が変更されました",
      text: `電話番号は現在 ${number} です。この番号へのコードでサインインできます。`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "電話番号が削除されました",
      text: `電話番号 ${number} がアカウントから削除されました。この番号ではサインインできなくなりました。`,
    }),
    "username.changed": () => ({ heading: "ユーザー名が変更されました", text: "ユーザー名が変更されました。" }),
    "two-factor.enabled": () => ({ heading: "第2要素が有効になりました", text: "第2要素が有効になりました。" }),
    "two-factor.disabled": () => ({ heading: "第2要素が無効になりました", text: "第2要素が無効になりました。" }),
    "two-factor.reset": () => ({ heading: "第2要素がリセットされました", text: "管理者が第2要素をリセットしました。" }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "新しいバックアップコードが作成されました",
      text: "新しいバックアップコードが作成され、古いコードは無効になりました。",
    }),
    "two-factor.backup-code-used": () => ({
      heading: "バックアップコードが使われました",
      text: "バックアップコードが使われました。",
    }),
    "two-factor.device-trusted": () => ({
      heading: "ブラウザーが信頼されました",
      text: "ブラウザーが信頼されました。このブラウザーでは第2要素が求められません。",
    }),
    "two-factor.recovery-finished": () => ({
      heading: "第2要素が削除されました",
      text: "アカウントの回復により、第2要素が削除されました。",
    }),
    "two-factor.closed": () => ({
      heading: "コードが受け付けられなくなりました",
      text: "間違ったコードが100回入力されたため、コードが受け付けられなくなりました。別の第2要素でのサインイン、またはサポートにより、再び使えるようになります。",
    }),
  },
  left: (count) => `バックアップコードの残りは ${count} 個です。アカウントの設定で新しいコードを作成してください。`,
};
