import { Content, Group, Item, Label, RadioGroup, RadioItem, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import {
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useUI } from "../context.js";

/** Closes the menu around an item. `isLeaving`: the next screen takes the focus, not the button of the menu. */
const Close = createContext<(isLeaving: boolean) => void>(() => {});

/** The properties of `Menu`. */
export interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  /** The visible content of the button. */
  readonly face: ReactNode;
  /** Also of the button. */
  readonly className?: string;
  /** The items. */
  readonly children: ReactNode;
}

/**
 * A button that opens a menu: arrow keys, first letters, Escape. Not modal: a modal menu inserts a style element, which
 * a content security policy may forbid. Without a portal, so that the theme of the surroundings applies.
 */
export function Menu({ label, face, className = "", children }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const isLeaving = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const [direction, setDirection] = useState<"ltr" | "rtl">("ltr");

  useEffect(() => {
    const shut = (): void => setOpen(false);
    addEventListener("popstate", shut);
    return () => removeEventListener("popstate", shut);
  }, []);

  function change(open: boolean): void {
    if (open) {
      isLeaving.current = false;
      if (place.current) setDirection(getComputedStyle(place.current).direction === "rtl" ? "rtl" : "ltr");
    }
    setOpen(open);
  }

  function close(leaving: boolean): void {
    isLeaving.current = leaving;
    setOpen(false);
  }

  return (
    <div className={`kh-menu ${className}`} ref={place}>
      <Root open={isOpen} onOpenChange={change} modal={false} dir={direction}>
        <Trigger className="kh-menu-button">
          <span className="kh-unseen">{label}</span>
          <span className="kh-menu-button-face" aria-hidden="true">
            {face}
          </span>
        </Trigger>
        <Content
          className="kh-menu-list"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (isLeaving.current) event.preventDefault();
          }}
        >
          <Close.Provider value={close}>{children}</Close.Provider>
        </Content>
      </Root>
    </div>
  );
}

/** The properties of `MenuGroup`. */
export interface MenuGroupProps {
  readonly label?: string;
  readonly children: ReactNode;
}

/** A group of items, with a line before them. */
export function MenuGroup({ label, children }: MenuGroupProps): ReactElement {
  return (
    <Group className="kh-menu-group">
      {label && <Label className="kh-menu-label">{label}</Label>}
      {children}
    </Group>
  );
}

/** A line of text in a menu. */
export function MenuText({ children }: { readonly children: ReactNode }): ReactElement {
  return <Label className="kh-menu-text">{children}</Label>;
}

/** The properties of `MenuLink`. */
export interface MenuLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another screen. The browser still opens the screen in a new tab on request. */
export function MenuLink({ href, children }: MenuLinkProps): ReactElement {
  const { navigate } = useUI();
  const close = useContext(Close);
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close(true);
    navigate(href, { replace: false });
  }
  return (
    <Item asChild>
      <a className="kh-menu-item" href={href} onClick={follow}>
        {children}
      </a>
    </Item>
  );
}

/** The properties of `MenuItem`. */
export interface MenuItemProps {
  readonly onSelect: () => void;
  /** The menu stays open, e.g. until a call has an answer. */
  readonly staysOpen?: boolean;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** An action of a menu. */
export function MenuItem({ onSelect, staysOpen = false, isBusy = false, children }: MenuItemProps): ReactElement {
  return (
    <Item
      className="kh-menu-item"
      aria-busy={isBusy}
      onSelect={(event) => {
        if (staysOpen) event.preventDefault();
        if (!isBusy) onSelect();
      }}
    >
      {children}
    </Item>
  );
}

/** An option of a choice. */
export interface MenuOption {
  readonly value: string;
  readonly label: ReactNode;
}

/** The properties of `MenuChoice`. */
export interface MenuChoiceProps {
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** The chosen option; null: no choice yet. */
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
  /** The menu stays open after a choice. */
  readonly staysOpen?: boolean;
}

/** A choice of one of several options. */
export function MenuChoice({ label, options, value, onChoose, staysOpen = false }: MenuChoiceProps): ReactElement {
  const id = useId();
  return (
    <RadioGroup className="kh-menu-group" aria-labelledby={id} value={value ?? ""} onValueChange={onChoose}>
      <Label className="kh-menu-label" id={id}>
        {label}
      </Label>
      {options.map((option) => (
        <RadioItem
          key={option.value}
          className="kh-menu-item kh-menu-option"
          value={option.value}
          onSelect={(event) => {
            if (staysOpen) event.preventDefault();
          }}
        >
          {option.label}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}
