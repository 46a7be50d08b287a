import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`こんにちは。` : say`${name} 様`);

export const ja: Texts = {
  direction: 'ltr',
  insteadOfButton: 'ボタンを押しても開かない場合は、次のアドレスをコピーしてブラウザーで開いてください。',
  footer: ({ server, site }) => say`このメールは ${server}（${site}）から自動送信されています。`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`${facts.server} のメールアドレスの確認`,
      greeting: greeting(facts),
      before: [
        say`${facts.server}（${facts.site}）で、メールアドレス ${facts.address} を使ってアカウントが登録されました。`,
        say`このアドレスがご自身のものであることを確認してください。確認が済むと、サインインできるようになります。`,
      ],
      button: 'メールアドレスを確認',
      after: [
        say`リンクの有効期間は ${facts.valid}で、1回だけ使えます。`,
        say`登録した覚えがない場合は、何もする必要はありません。確認が済むまで、このアカウントには誰もサインインできません。`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`${facts.server} の新しいメールアドレスの確認`,
      greeting: greeting(facts),
      before: [
        say`${facts.server}（${facts.site}）のアカウントのメールアドレスを ${facts.address} に変更する手続きがありました。`,
        say`このアドレスがご自身のものであることを確認してください。確認が済むと、サインインにもサーバーからのメールにも、このアドレスが使われます。それまでは、これまでのアドレスのままです。`,
      ],
      button: '新しいアドレスを確認',
      after: [
        say`リンクの有効期間は ${facts.valid}で、1回だけ使えます。`,
        say`この手続きに心当たりがない場合は、リンクを開かないでください。確認しない限り、何も変更されません。おそらく、ほかの方がアドレスを入力し間違えたものです。`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`${facts.server} の新しいパスワードの設定`,
      greeting: greeting(facts),
      before: [
        say`${facts.server}（${facts.site}）のアカウント ${facts.address} について、ご本人またはサーバーの管理者から、新しいパスワードの設定が申し込まれました。`,
        say`リンクを開くと、新しいパスワードを設定するページが表示されます。設定が済むと、このアカウントはすべてのデバイスでサインアウトします。`,
      ],
      button: '新しいパスワードを設定',
      after: [
        say`リンクの有効期間は ${facts.valid}で、1回だけ使えます。同じ種類の新しいメールが届くと、このリンクは無効になります。`,
        say`この手続きに心当たりがない場合は、リンクを開かず、誰にも渡さないでください。リンクが使われない限り、何も変更されません。このようなメールが何度も届く場合は、サーバーの管理者に連絡してください。`,
      ],
    }),
    test: (facts) => ({
      subject: say`${facts.server} からのテストメール`,
      greeting: greeting(facts),
      before: [
        say`このメールは、${facts.server}（${facts.site}）が現在の設定でメールを送信できることを示しています。管理者の操作により、${facts.address} 宛てに送信されました。`,
      ],
      after: [
        say`何もする必要はありません。このメールが迷惑メールに振り分けられていた場合は、ドキュメントのメールについてのページで対処方法を確認してください。`,
      ],
    }),
  },
};
