import type { Permission } from '../../../model/resources/permission.ts';
import { texts } from '../../texts.ts';

interface Props {
  readonly label: string;
  readonly level: Permission;
  readonly levels: readonly Permission[];
  readonly choose: (level: Permission) => void;
}

/** What somebody may do, from the levels that can be given; only told where there is nothing to choose. */
export function LevelChoice({ label, level, levels, choose }: Props) {
  const words = texts.value.sharing.levels;
  if (levels.length < 2) return <span class="sharing-level">{words[level]}</span>;
  return (
    <select class="select" aria-label={label} value={level} onChange={(event) => choose(event.currentTarget.value as Permission)}>
      {levels.map((one) => (
        <option key={one} value={one} selected={one === level}>
          {words[one]}
        </option>
      ))}
    </select>
  );
}
