import { Refusal } from '../../model/refusal.ts';

/** The refusal of a batch whose operation at this place, counted from 0, was refused. */
export const ofOperation = ({ name, status, message, headers }: Refusal, at: number): Refusal =>
  new Refusal(name, status, `operation ${at}: ${message}`, headers);
