import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { type } from "@terrarium/phone-ui/theme";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { RadioRow } from "@terrarium/phone-ui/widgets/RadioRow.tsx";
import { useEffect, useMemo, useState, type ReactElement } from "react";
import { missingControl, pressChoice, resetForm, submission, valueOf, type FormValues } from "../document/form-data.ts";
import type { PageControl } from "../document/page-document.ts";
import type { PageAction } from "../layout/box.ts";
import type { LaidPage } from "../layout/lay-out-page.ts";
import type { LaidLine } from "../layout/line-breaker.ts";
import type { Tile } from "../layout/tiles.ts";
import type { ShownPage } from "../session/browser-session.ts";
import { strings } from "../strings.ts";
import { paperFor } from "./page-paper.ts";
import { PageTile } from "./PageTile.tsx";

/** How often what is looked for stands on the page, and at which of these places the reader is. */
export interface PageMatches {
  count: number;
  at: number;
}

/** A page: laid out for this screen, scrolled, with links to follow and forms to fill in. */
export function PageView(props: {
  shown: ShownPage;
  query: string | undefined;
  /** Which of the matches is the one to be seen. */
  match: number;
  onMatches: (count: number) => void;
  onScroll: (offset: number) => void;
  onOpen: (address: string, form?: string) => void;
  onHoldLink: (address: string) => void;
}): ReactElement {
  const { shown, query = "", match, onMatches } = props;
  const theme = useSystem((state) => state.theme);
  const laid = useLaidPage(shown);
  const [anchor, setAnchor] = useState(() => hashOf(shown.address));
  const [choosing, setChoosing] = useState<PageControl>();
  const forms = useForms(shown, props.onOpen, setChoosing);
  const notice = useNotice(shown, laid);
  const paper = useMemo(() => (laid ? paperFor(laid, theme) : undefined), [laid, theme]);
  const wanted = query.trim().toLowerCase();
  const found = useMemo(() => findLines(laid, wanted), [laid, wanted]);
  useEffect(() => onMatches(found.length), [found, onMatches]);
  const current = found[match];
  const search = useMemo(() => ({ wanted, current }), [wanted, current]);
  const scrollTo = useScrollTarget({ laid, anchor, start: shown.scroll, found: current });

  const act = (action: PageAction): void => {
    if (action.kind === "label") return forms.press(action.control);
    const [base, hash] = [action.href.split("#")[0], hashOf(action.href)];
    if (hash !== undefined && base === shown.address.split("#")[0]) setAnchor(hash);
    else props.onOpen(action.href);
  };
  if (!laid || !paper) return <View style={{ grow: 1 }} />;
  return (
    <View style={{ grow: 1, background: paper.background }}>
      <LazyColumn
        id="page"
        {...(shown.page.title === "" ? {} : { label: shown.page.title })}
        items={[...laid.tiles, ...(notice === undefined ? [] : [noticeTile])]}
        paddingBottom={24}
        scrollTo={scrollTo}
        onScroll={props.onScroll}
        render={(tile) =>
          tile.key === noticeTile.key ? (
            <Text id="notice" text={type.body} color={paper.colors.error} style={{ marginX: 16, marginTop: 16 }}>
              {notice ?? ""}
            </Text>
          ) : (
            <PageTile
              tile={tile}
              paper={paper}
              search={search}
              pictures={shown.pictures}
              values={forms.values}
              onAction={act}
              onHoldLink={props.onHoldLink}
              onPress={forms.press}
              onValue={forms.setValue}
              onSubmit={forms.submit}
            />
          )
        }
      />
      {choosing ? (
        <Choice
          control={choosing}
          values={forms.values}
          onChoose={(value) => {
            forms.setValue(choosing, value);
            setChoosing(undefined);
          }}
          onDismiss={() => setChoosing(undefined)}
        />
      ) : null}
    </View>
  );
}

const noticeTile: Tile = {
  key: "notice",
  top: 0,
  height: 88,
  boxes: [],
  lines: [],
  paragraphs: [],
  touches: [],
  atoms: [],
};

/** Why there is less of the page than its author wrote. */
function useNotice({ page }: ShownPage, laid: LaidPage | undefined): string | undefined {
  const texts = useStrings(strings);
  if (page.cut === "long") return texts.cutLong;
  if (page.cut === "deep") return texts.cutDeep;
  const isEmpty = laid && laid.list.paragraphs.length === 0 && laid.list.atoms.length === 0;
  return isEmpty ? texts.empty : undefined;
}

interface Forms {
  values: FormValues;
  press: (control: PageControl) => void;
  setValue: (control: PageControl, value: string) => void;
  submit: (control: PageControl) => void;
}

/** What the user puts into the page's forms, and where sending them leads. */
function useForms(
  { page }: ShownPage,
  onOpen: (address: string, form?: string) => void,
  onChoose: (control: PageControl) => void,
): Forms {
  const services = useServices();
  const texts = useStrings(strings);
  const [values, setValues] = useState<FormValues>(new Map());
  const submit = (control: PageControl): void => {
    if (control.form === undefined) return;
    const missing = missingControl(page, control.form, values);
    if (missing) return services.showToast(texts.fillIn(missing.placeholder || missing.name));
    const sent = submission(page, control.form, values, control);
    if (sent) onOpen(sent.address, sent.form);
  };
  const press = (control: PageControl): void => {
    if (control.disabled) return;
    if (control.type === "submit") submit(control);
    else if (control.type === "reset") setValues(resetForm(page, control.form, values));
    else if (control.type === "select") onChoose(control);
    else if (control.type === "checkbox" || control.type === "radio") setValues(pressChoice(page, control, values));
  };
  const setValue = (control: PageControl, value: string): void =>
    setValues((before) => new Map(before).set(control.id, { ...valueOf(control, before), value }));
  return { values, press, setValue, submit };
}

/** What a select has to choose from. */
function Choice(props: {
  control: PageControl;
  values: FormValues;
  onChoose: (value: string) => void;
  onDismiss: () => void;
}): ReactElement {
  const { control } = props;
  const { value } = valueOf(control, props.values);
  return (
    <Dialog title={control.placeholder || control.name} actions={[]} onDismiss={props.onDismiss}>
      {control.options.map((option, index) => (
        <RadioRow
          key={`${option.value} ${option.label}`}
          id={`option_${index}`}
          plain
          title={option.label}
          checked={option.value === value}
          onSelect={() => props.onChoose(option.value)}
        />
      ))}
    </Dialog>
  );
}

function hashOf(address: string): string | undefined {
  const at = address.indexOf("#");
  if (at < 0) return undefined;
  try {
    return decodeURIComponent(address.slice(at + 1));
  } catch {
    return address.slice(at + 1);
  }
}

/** Lays the page out anew when the screen, the theme, the size of text or the pictures change; the last layout shows meanwhile. */
function useLaidPage(shown: ShownPage): LaidPage | undefined {
  const services = useServices();
  const { fontScale, widthDp, heightDp } = useScreen();
  const theme = useSystem((state) => state.theme);
  const [laid, setLaid] = useState<LaidPage>();
  const { page, sheets, pictures } = shown;
  useEffect(() => {
    const abort = new AbortController();
    const layOut = async (): Promise<void> => {
      try {
        const screen = { widthDp, heightDp, fontScale, pictures, dark: theme === "dark" };
        const { layOutPage } = await import("../layout/lay-out-page.ts");
        const next = await layOutPage(page, sheets, screen, abort.signal);
        if (!abort.signal.aborted) services.run(() => setLaid(next));
      } catch (error) {
        if (!abort.signal.aborted) services.log(`a page could not be laid out: ${String(error)}`);
      }
    };
    void layOut();
    return () => abort.abort();
  }, [services, page, sheets, pictures, widthDp, heightDp, fontScale, theme]);
  return laid;
}

/** The lines in which the words stand, from top to bottom. */
function findLines(laid: LaidPage | undefined, wanted: string): LaidLine[] {
  if (!laid || wanted === "") return [];
  return laid.list.lines.filter((line) => line.text.toLowerCase().includes(wanted));
}

/** Where to scroll to: what is being looked for, the part that the address names, or where the reader left. */
function useScrollTarget(options: {
  laid: LaidPage | undefined;
  anchor: string | undefined;
  start: number;
  found: LaidLine | undefined;
}): { offset: number } | undefined {
  const { laid, anchor, start, found } = options;
  const ready = laid !== undefined;
  return useMemo(() => {
    if (found) return { offset: Math.max(0, found.y - 120) };
    const top =
      anchor === undefined ? undefined : (laid?.list.anchors.get(anchor) ?? (anchor === "top" ? 0 : undefined));
    if (top !== undefined) return { offset: top };
    return ready && start > 0 ? { offset: start } : undefined;
    // Not with each new layout: that would pull the page from under the reader.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [found?.y, anchor, start, ready]);
}
