import { Notice } from '../../parts/notice.tsx';
import { texts } from '../../texts.ts';

/** Where whoever set the server up finds the first password. It tells nothing that is not in the documentation. */
export const FirstHint = () => {
  const { firstTitle, firstAbout, firstElse } = texts.value.signIn;
  return (
    <Notice>
      <p>
        <strong>{firstTitle}</strong>
      </p>
      <p>
        {firstAbout} <code>admin-password</code>
      </p>
      <p>{firstElse}</p>
    </Notice>
  );
};
