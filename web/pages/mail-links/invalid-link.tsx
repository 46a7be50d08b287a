import { Refusal } from '../../../model/refusal-error.ts';
import { FormFault } from '../sign-in/form-fault.tsx';

/** What the server would say of an address without a token. */
const invalid = new Refusal('invalid', 400, 'Invalid token');

export const InvalidLink = () => <FormFault attempt={{ fault: invalid, wait: 0 }} />;
