import type { signIn as english } from '../../en/page/sign-in.ts';

const invalidLink =
  'このリンクは無効です。使用済み、期限切れ、または新しいリンクがあります。開いたばかりの場合は、メールからもう一度開いてください。';

export const signIn: typeof english = {
  title: 'サインイン',
  welcome: 'チーム、テーブル、ウォールのための共有キャンバス。',
  ended: 'サインアウトしました。もう一度サインインすると、元の場所に戻ります。',
  wanted: 'このアドレスの内容を見るには、サインインしてください。',
  email: 'メールアドレス',
  password: 'パスワード',
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
  remember: 'サインインしたままにする',
  submit: 'サインイン',
  or: 'または',
  saml: '組織のアカウントでサインイン（SAML）',
  oidc: '組織のアカウントでサインイン',
  oidcNamed: (name) => `${name}でサインイン`,
  noWayIn: 'ここからはサインインできません。サーバーの運用者に問い合わせてください。',
  forgotten: 'パスワードをお忘れですか？',
  forgottenTitle: 'パスワードを忘れた場合',
  forgottenAbout: '新しいパスワードを設定するリンクをメールで送信します。',
  forgottenSubmit: 'メールを送信',
  forgottenDone: (email) => `${email}のアカウントがある場合は、メールを送信しました。リンクの有効期間は24時間です。`,
  register: 'アカウントを作成',
  registerTitle: 'アカウントの作成',
  registerSubmit: 'アカウントを作成',
  noAccount: 'アカウントをお持ちでない場合',
  yourName: '名前',
  newPassword: 'パスワードを設定',
  registered: (email) => `${email}にメールを送信しました。メール内のリンクを開いてから、ここでサインインしてください。`,
  registeredWaits: (email) =>
    `${email}にメールを送信しました。メール内のリンクを開いてください。その後、管理者が承認すると、サインインできます。`,
  doneTitle: 'メールを確認してください',
  backToSignIn: 'サインインに戻る',
  missing: '入力してください。',
  again: (time) => `試行回数が多すぎます。再試行できるまで: ${time}`,
  tooShort: (least) => `パスワードは${least}文字以上にしてください。`,
  firstTitle: '新しいサーバーですか？',
  firstAbout:
    '最初の起動時に、管理者のアカウントとパスワードが作成されています。手動で起動した場合はそのウィンドウに、サービスの場合はデータフォルダー内の次のファイルに、パスワードがあります。',
  firstElse: 'EASEL_ADMIN_PASSWORDを設定した場合は、それがパスワードです。',
  refusals: {
    'Invalid username or password.': 'メールアドレスとパスワードが一致しません。',
    'User is blocked': 'このアカウントはブロックされています。管理者に問い合わせてください。',
    'User account is not approved': 'このアカウントは管理者の承認待ちです。',
    'Email address is not confirmed': 'メールアドレスが確認されていません。メール内のリンクを開いてください。',
    'Sign-in using a password is not enabled': 'このサーバーでは、パスワードでサインインできません。',
    'Sign-up using a password is not enabled': 'このサーバーでは、自分でアカウントを作成できません。',
    'Email domain is not allowed': 'このドメインのアドレスでは、アカウントを作成できません。',
    'Email is already in use':
      'このメールアドレスのアカウントはすでにあります。サインインするか、新しいパスワードを設定してください。',
    'email is not a valid e-mail address': '有効なメールアドレスではありません。',
    'License has expired': 'このサーバーのライセンスの有効期限が切れています。',
    'License is not valid': 'このサーバーのライセンスは有効ではありません。',
    'Invalid token': invalidLink,
    'Invalid email confirmation token.': invalidLink,
    'Password is too common: choose another one': 'よく使われるパスワードは使えません。別のパスワードにしてください。',
    'Password must not be the e-mail address: choose another one':
      'メールアドレスと同じパスワードは使えません。別のパスワードにしてください。',
    'Password must not be made of names and addresses: choose another one':
      '名前やアドレスだけでできたパスワードは使えません。別のパスワードにしてください。',
  },
};
