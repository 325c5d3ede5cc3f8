import { Time } from "../layout/Time.tsx";
import { Link } from "../router.tsx";
import { LetterView } from "./LetterView.tsx";
import type { Letter } from "./use-letters.ts";

interface LettersProps {
  readonly letters: readonly Letter[];
  readonly chosen: number | null;
}

/** The list beside the letter that is open. A narrow page shows one of the two. */
export function Letters({ letters, chosen }: LettersProps) {
  const [newest] = letters;
  if (!newest) return <NoLetters />;

  const open = chosen ? letters.find(({ id }) => id === chosen) : newest;
  return (
    <div className="panes" data-chosen={chosen !== null}>
      <ul className="letters">
        {letters.map((letter) => (
          <li key={letter.id}>
            <Line letter={letter} isOpen={letter === open} />
          </li>
        ))}
      </ul>
      <div className="pane">
        <Link className="all-letters" href="/mailbox">
          All letters
        </Link>
        {open ? (
          <LetterView key={open.id} {...open} />
        ) : (
          <p className="soft">This letter is gone: the server has started again since.</p>
        )}
      </div>
    </div>
  );
}

const Line = ({ letter: { id, subject, to, sentAt }, isOpen }: { letter: Letter; isOpen: boolean }) => (
  <Link href={`/mailbox/${id}`} aria-current={isOpen ? "true" : undefined}>
    <span className="subject">{subject}</span>
    <span className="meta">{to}</span>
    <Time at={new Date(sentAt)} />
  </Link>
);

const NoLetters = () => (
  <div className="empty">
    <p className="name">No letters yet</p>
    <p className="soft">A letter arrives with every sign-up, and a notice with every later sign-in.</p>
    <Link className="button quiet" href="/">
      Back to the app
    </Link>
  </div>
);
