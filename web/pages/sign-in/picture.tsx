import './picture.css';

/** A quiet picture of a canvas that several people work on, for the eye only. */
export const Picture = () => (
  <div class="picture" aria-hidden="true">
    <svg aria-hidden="true" viewBox="-60 -40 1140 1000" preserveAspectRatio="xMidYMid slice">
      <Section />
      <Links />
      <Photo />
      <Film />
      <Notes />
      <Board />
      <path class="picture-ink" d="M778 410c-62-8-92-76-78-132 16-62 86-92 146-82 66 10 104 62 92 124-14 68-92 94-174 82" />
      <path class="picture-ink thin" d="M322 716c26-18 44-18 58-2s32 14 58-4 44-16 60 2" />
      <People />
    </svg>
  </div>
);

const Section = () => (
  <g class="picture-section">
    <rect x="60" y="130" width="920" height="640" rx="18" />
    <rect class="picture-tab" x="60" y="94" width="112" height="24" rx="8" />
  </g>
);

/** Connectors, below what they connect. */
const Links = () => (
  <g class="picture-link">
    <path d="M430 296c40 0 46-28 84-30" />
    <path d="m503 259 13 7-12 9" />
    <path d="M594 372c0 46-6 48-6 84" />
    <path d="m580 445 8 13 8-13" />
    <path d="M500 552c-46 0-44 16-84 16" />
    <path d="m427 560-13 8 13 8" />
  </g>
);

const Photo = () => (
  <g class="picture-card">
    <rect class="picture-sky" x="130" y="190" width="300" height="206" rx="12" />
    <circle class="picture-sun" cx="348" cy="248" r="24" />
    <path class="picture-hill far" d="m130 338 74-78 52 54 40-38 134 106a12 12 0 0 1-12 12H142a12 12 0 0 1-12-12Z" />
    <path class="picture-hill" d="m130 366 62-40 66 38 54-30 118 50a12 12 0 0 1-12 12H142a12 12 0 0 1-12-12Z" />
  </g>
);

const Film = () => (
  <g class="picture-card">
    <rect class="picture-film" x="150" y="486" width="264" height="158" rx="12" />
    <circle class="picture-button" cx="282" cy="558" r="28" />
    <path class="picture-play" d="m274 544 22 14-22 14Z" />
    <rect class="picture-bar" x="168" y="620" width="228" height="5" rx="2.5" />
    <rect class="picture-bar done" x="168" y="620" width="92" height="5" rx="2.5" />
  </g>
);

const Notes = () => (
  <>
    <Note tone="sun" at="translate(516 208) rotate(-3)" lines={[92, 108, 64]} />
    <Note tone="leaf" at="translate(740 226) rotate(2)" lines={[100, 72]} />
    <Note tone="sky" at="translate(506 462)" lines={[108, 96, 84]} />
  </>
);

interface NoteProps {
  readonly tone: 'sun' | 'leaf' | 'sky' | 'rose';
  readonly at: string;
  /** How long the lines of its text are. */
  readonly lines: readonly number[];
}

const Note = ({ tone, at, lines }: NoteProps) => (
  <g class="picture-card" transform={at}>
    <rect class={`picture-note ${tone}`} width="150" height="150" rx="6" />
    {lines.map((length, at) => (
      <rect key={at} class="picture-text" x="20" y={26 + at * 22} width={length} height="8" rx="4" />
    ))}
  </g>
);

/** A table with a note in one of its cells. */
const Board = () => (
  <g class="picture-card">
    <rect class="picture-sheet" x="730" y="484" width="200" height="226" rx="12" />
    <path class="picture-grid" d="M730 526h200M730 618h200M830 484v226" />
    <rect class="picture-text on-sheet" x="748" y="502" width="52" height="7" rx="3.5" />
    <rect class="picture-text on-sheet" x="848" y="502" width="40" height="7" rx="3.5" />
    <rect class="picture-note rose" x="746" y="540" width="68" height="62" rx="4" />
    <rect class="picture-note sun" x="846" y="540" width="68" height="62" rx="4" />
    <rect class="picture-note leaf" x="846" y="632" width="68" height="62" rx="4" />
  </g>
);

const People = () => (
  <>
    <Pointer name="Ada" of="first" x={886} y={416} width={52} />
    <Pointer name="Kim" of="second" x={420} y={424} width={50} />
    <Pointer name="Yuki" of="third" x={508} y={708} width={54} />
  </>
);

interface PointerProps {
  readonly name: string;
  readonly of: 'first' | 'second' | 'third';
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const Pointer = ({ name, of, x, y, width }: PointerProps) => (
  <g transform={`translate(${x} ${y})`}>
    <g class={`picture-person ${of}`}>
      <path d="M0 0 5 20l5-8 9-3Z" />
      <rect x="12" y="18" width={width} height="24" rx="12" />
      <text x={12 + width / 2} y="35">
        {name}
      </text>
    </g>
  </g>
);
