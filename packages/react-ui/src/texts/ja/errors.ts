import type { Texts } from "../texts.js";

export const errors: Texts["errors"] = {
  wait: (seconds) => `試行回数が多すぎます。${duration(seconds)}待ってから、もう一度お試しください。`,
  closed: "間違ったコードが多すぎるため、この方法は使えません。別の方法をお使いください。",
  busy: "サーバーが混み合っています。しばらくしてからもう一度お試しください。",
  unexpected: (code) => `エラーが発生しました (${code})。もう一度試すか、後でお試しください。`,
  codes: {
    NETWORK_ERROR: "サーバーに接続できません。入力内容は残っていますので、もう一度お試しください。",
    UNAUTHORIZED: "サインアウトしています。続けるにはサインインしてください。",
    BANNED_USER: "このアカウントは利用を停止されています。お心当たりがない場合は管理者にお問い合わせください。",
    NOT_ALLOWED_WHILE_IMPERSONATING: "この操作は本人だけが行えます。先に代理操作を終了してください。",
    SESSION_IS_NOT_FRESH: "変更されていません。この操作には、新しいサインインが必要です。",
    STEP_UP_REQUIRED: "変更されていません。この操作には、第2要素が必要です。",
    CHALLENGE_FAILED: "人間であることを確認できませんでした。もう一度お試しください。",
    NO_SESSION_COOKIE:
      "ブラウザーがこのサイトの Cookie を保存しなかったため、サインインできていません。Cookie を許可してから、もう一度サインインしてください。",
    INVALID_EMAIL: "メールアドレスが完全ではありません。",
    INVALID_EMAIL_OR_PASSWORD: "メールアドレスとパスワードが一致しません。",
    INVALID_USERNAME_OR_PASSWORD: "ユーザー名とパスワードが一致しません。",
    INVALID_PASSWORD: "パスワードが正しくありません。",
    USER_ALREADY_EXISTS: "このアドレスのアカウントがすでにあります。サインインしてください。",
    EMAIL_NOT_VERIFIED: "先にメールアドレスを確認してください。リンクはメールでお送りしています。",
    SIGN_UP_IS_DISABLED: "新規登録は受け付けていません。",
    INVALID_TOKEN: "このリンクは使えません。新しいリンクを受け取ってください。",
    TOKEN_EXPIRED: "このリンクは古すぎます。新しいリンクを受け取ってください。",
    PASSWORD_TOO_SHORT: "パスワードが短すぎます。",
    PASSWORD_TOO_LONG: "パスワードが長すぎます。",
    PASSWORD_TOO_COMMON: "このパスワードは推測されやすいため、別のものを選んでください。",
    PASSWORD_COMPROMISED: "このパスワードは漏えいしたデータに含まれています。別のものを選んでください。",
    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "このユーザー名は別のユーザーが使っています。",
    USERNAME_IS_TOO_SHORT: "ユーザー名が短すぎます。",
    USERNAME_IS_TOO_LONG: "ユーザー名が長すぎます。",
    USERNAME_IS_INVALID: "使えるのは a から z の文字、数字、ピリオド、アンダースコアだけです。",
    INVALID_CODE: "コードが正しくないか、すでに使われています。次のコードをお待ちください。",
    INVALID_BACKUP_CODE: "未使用のバックアップコードではありません。",
    OTP_HAS_EXPIRED: "コードが古すぎます。新しいコードを受け取ってください。",
    OTP_NOT_ENABLED: "このアカウントでは、メールによるコードが設定されていません。",
    TOTP_NOT_ENABLED: "このアカウントには認証アプリが設定されていません。",
    TOTP_ALREADY_ENABLED: "別のタブで認証アプリが設定されました。",
    RECOVERY_NOT_ALLOWED:
      "このサインインだけでは回復できません。別の方法でサインインするか、サポートにご相談ください。",
    RECOVERY_NOT_STARTED: "メールのリンクで回復が中止されました。間違いの場合は、最初からやり直してください。",
    RECOVERY_TOO_EARLY: "待ち時間がまだ終わっていません。",
    CEREMONY_CANCELLED: "ブラウザーの画面が閉じられました。準備ができたら、もう一度お試しください。",
    CEREMONY_FAILED: "このデバイスでは行えませんでした。もう一度試すか、別のデバイスをお使いください。",
    PASSKEYS_NOT_SUPPORTED:
      "このブラウザーはパスキーに対応していません。新しいブラウザーか、別のデバイスをお使いください。",
    PREVIOUSLY_REGISTERED: "このデバイスには、このアカウントのパスキーがすでにあります。",
    USER_VERIFICATION_REQUIRED: "先にパスワードでサインインしてから、このパスキーをお使いください。",
    TOO_MANY_PASSKEYS: "パスキーの数が上限に達しています。先に1つ削除してください。",
    CHALLENGE_NOT_FOUND: "時間がかかりすぎたか、別のタブで続けられました。もう一度お試しください。",
    FAILED_TO_VERIFY_REGISTRATION: "このパスキーはここでは使えません。別のデバイスをお試しください。",
    AUTHENTICATION_FAILED: "このパスキーは受け付けられませんでした。もう一度試すか、別の方法をお使いください。",
    PASSKEY_NOT_FOUND: "このパスキーは削除されています。別の方法をお使いください。",
    YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "唯一のサインイン方法のため、解除できません。",
    LINKING_IS_DISABLED: "これ以上サインイン方法を連携できません。",
    SERVICE_UNAVAILABLE: "現在このサービスに接続できません。しばらくしてからもう一度お試しください。",
  },
};

function duration(seconds: number): string {
  if (seconds <= 90) return `${seconds} 秒`;
  return `${Math.ceil(seconds / 60)} 分`;
}
