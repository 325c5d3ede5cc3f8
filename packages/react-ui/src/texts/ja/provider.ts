import type { Texts } from "../texts.js";

export const provider: Texts["provider"] = {
  continueWith: (name) => `${name} で続ける`,
  continueWithOne: "次の方法で続ける",
  going: (name) => `${name} を開いています…`,
  opening: "開いています…",
  unavailable: (name) => `現在 ${name} に接続できません。しばらくしてからもう一度お試しください。`,
  theProvider: "プロバイダー",
  codes: {
    access_denied: (name) => `${name} でアクセスが拒否されました。変更はありません。`,
    temporarily_unavailable: (name) => `${name} は現在利用できません。しばらくしてからもう一度お試しください。`,
    server_error: (name) => `${name} でエラーが発生しました。しばらくしてからもう一度お試しください。`,
    banned: () => "このアカウントは利用を停止されています。お心当たりがない場合は管理者にお問い合わせください。",
    too_many_requests: () => "試行回数が多すぎます。1分待ってから、もう一度お試しください。",
    please_restart_the_process: () =>
      "時間がかかりすぎたか、別のブラウザーやタブで続けられました。最初からやり直してください。",
    state_not_found: () => "時間がかかりすぎたか、別のブラウザーやタブで続けられました。最初からやり直してください。",
    email_not_found: (name) =>
      `${name} からメールアドレスが提供されませんでした。アカウントにはメールアドレスが必要です。`,
    email_not_verified: () => "先にメールアドレスを確認してください。リンクはメールでお送りしています。",
    signup_disabled: (name) => `${name} では新規登録できません。先にアカウントを作成してから連携してください。`,
    account_not_linked: (name) =>
      `このアドレスのアカウントがすでにあります。別の方法でサインインしてから、アカウントの設定で ${name} と連携してください。`,
    account_already_linked_to_different_user: (name) =>
      `この ${name} のアカウントは別のユーザーと連携されています。先にそちらで連携を解除してください。`,
    unable_to_link_account: (name) =>
      `${name} と連携できませんでした。登録されているメールアドレスが異なる可能性があります。`,
    unable_to_create_user: () =>
      "アカウントを作成できませんでした。名前またはアドレスがすでに使われている可能性があります。",
    step_up_not_proven: (name) =>
      `${name} でご本人を確認できませんでした。連携しているアカウントで、もう一度サインインしてください。`,
    unable_to_create_session: () => "こちらでエラーが発生しました。変更はありません。もう一度お試しください。",
    internal_server_error: () => "こちらでエラーが発生しました。変更はありません。もう一度お試しください。",
    invalid_callback_request: (name) =>
      `${name} からサインインに必要なデータが届きませんでした。もう一度お試しください。`,
    no_code: (name) => `${name} からサインインに必要なデータが届きませんでした。もう一度お試しください。`,
    no_callback_url: (name) => `${name} からサインインに必要なデータが届きませんでした。もう一度お試しください。`,
    invalid_code: (name) => `${name} からユーザー情報を取得できませんでした。もう一度お試しください。`,
    unable_to_get_user_info: (name) => `${name} からユーザー情報を取得できませんでした。もう一度お試しください。`,
    oauth_provider_not_found: () => "このサインイン方法は提供されていません。",
  },
  failed: (name) => `${name} でのサインインに失敗しました。もう一度お試しください。`,
  otherCode: (name, code) => `${name} でのサインインに失敗しました (${code})。もう一度お試しください。`,
};
