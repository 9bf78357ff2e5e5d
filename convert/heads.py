#!/usr/bin/env python3
"""Rewrites quantities and procs of rulec files, and of YAML in pages and tests: NAME(PARTICIPANTS): FORMULA.
Usage: heads.py FILE.."""
import re, sys
WIDTH = 120
TYPES = set("number bool dice text place direction side act plan condition event entry thing action".split())
todo = []
KEYS = {'quantities': ('of', 'value'), 'procs': ('params', 'do')}

def split(s, sep=','):
    out, depth, quote, cur = [], 0, '', ''
    for i, c in enumerate(s):
        if quote:
            cur += c
            if c == quote and not (quote == '"' and s[i-1] == '\\'): quote = ''
            continue
        if c in '"\'' and (not cur.strip() or cur.rstrip()[-1] in ':{[,'): quote = c
        elif c in '([{': depth += 1
        elif c in ')]}': depth -= 1
        if c == sep and depth == 0: out.append(cur); cur = ''
        else: cur += c
    out.append(cur)
    return [x.strip() for x in out if x.strip()]

def closing(s, i):
    """The index behind the bracket that closes the one at i; -1 if there is none."""
    depth, quote = 0, ''
    for j in range(i, len(s)):
        c = s[j]
        if quote:
            if c == quote and not (quote == '"' and s[j-1] == '\\'): quote = ''
        elif c in '"\'' and s[:j].rstrip()[-1:] in ':{[,': quote = c
        elif c in '([{': depth += 1
        elif c in ')]}':
            depth -= 1
            if depth == 0: return j + 1
    return -1

def pairs(s):
    """The entries of {..}."""
    out = []
    for p in split(s[1:-1]):
        k, colon, v = p.partition(':')
        if not colon: return None
        out.append((k.strip(), v.strip()))
    return out

def unquote(v):
    v = v.strip()
    if len(v) > 1 and v[0] == v[-1] == '"' and '\\' not in v: return v[1:-1]
    if len(v) > 1 and v[0] == v[-1] == "'": return v[1:-1].replace("''", "'")
    return v

def plain(v, flow):
    """v as it stands without quotes, or with them."""
    bare = unquote(v)
    if bare == v.strip(): return v.strip()
    if re.match(r'^[\[\]{},&*#!|>%@`"\'?-]', bare) or ': ' in bare or ' #' in bare or bare.endswith(':') or '\n' in bare or bare == '': return v.strip()
    if flow and re.search(r'[,\[\]{}]', bare): return v.strip()
    if re.match(r'^-?[\d.]+$|^(true|false|yes|no|on|off|null|~)$', bare): return v.strip()
    return bare

def head(name, of, types):
    if of is None: return name
    parts = []
    for n, t in of:
        t = unquote(t)
        if t == n or t == 'creature' and n not in types: parts.append(n)
        else: parts.append(f'{n} {t}')
    return f'{name}({", ".join(parts)})' if parts else name

def flow_entry(name, body, section, types, flow):
    """NAME: {..} as NAME(..): ..; None if nothing is to do."""
    ps = pairs(body)
    ofk, valk = KEYS[section]
    if ps is None or not any(k in (ofk, valk) for k, _ in ps): return None
    of, keep = None, []
    for k, v in ps:
        if k == ofk: of = pairs(v) if v.startswith('{') else None
        elif k == 'gives' and section == 'quantities': pass
        else: keep.append((k, v))
    h = head(name, of, types)
    if flow and ',' in h: h = '"' + h + '"'
    if [k for k, _ in keep] == [valk]: return f'{h}: {plain(keep[0][1], flow)}'
    return f'{h}: {{' + ', '.join(f'{k}: {v}' for k, v in keep) + '}'

def in_flow(text, types):
    """quantities: {a: {..}, b: {..}} anywhere in a line."""
    out, i = '', 0
    for m in iter(lambda: re.compile(r'\b(quantities|procs): \{').search(text, i), None):
        j = m.end() - 1
        e = closing(text, j)
        if e < 0: out += text[i:m.end()]; i = m.end(); continue
        ps = pairs(text[j:e])
        if ps is None: out += text[i:m.end()]; i = m.end(); continue
        new = []
        for k, v in ps:
            r = flow_entry(k, v, m.group(1), types, True) if v.startswith('{') else None
            new.append(r or f'{k}: {v}')
        out += text[i:j] + '{' + ', '.join(new) + '}'
        i = e
    return out + text[i:]

def indent(l): return len(l) - len(l.lstrip(' '))

def entry(lines, section, types, name_for):
    """The lines of an entry, with the lines of #: above it."""
    k = 0
    while lines[k].lstrip().startswith('#:'): k += 1
    above, first, body = lines[:k], lines[k], lines[k+1:]
    ind = indent(first)
    pad = ' ' * ind
    m = re.match(r'^\s*([A-Za-z_0-9%]+):(.*)$', first)
    if not m: return lines
    name, rest = m.group(1), m.group(2)
    ofk, valk = KEYS[section]
    if rest.strip().startswith('{'):
        at = first.index('{')
        e = closing(first, at)
        if e < 0:
            todo.append(f'{name_for}: {name}: braces over lines'); return lines
        r = flow_entry(name, first[at:e], section, types, False)
        return lines if r is None else fit(above, pad + r, first[e:].strip(), [])
    if rest.strip() and not rest.strip().startswith('#'): return lines
    behind = rest.strip()
    # the keys
    kids, cur = [], None
    lead = None
    for l in body:
        if l.strip() and lead is None and not l.strip().startswith('#'): lead = indent(l)
        if l.strip() and indent(l) == lead and not l.lstrip().startswith('#') and re.match(r'^\s*[a-z_ ]+:( |$)', l):
            cur = [l]; kids.append(cur)
        elif cur is None:
            if l.strip(): todo.append(f'{name_for}: {name}: {l.strip()}')
            cur = [l]; kids.append(cur)
        else: cur.append(l)
    if lead is None: return lines
    def key(c): return c[0].strip().split(':')[0]
    if not any(key(c) in (ofk, valk) for c in kids): return lines
    of, keep = None, []
    for c in kids:
        if key(c) == ofk:
            v = c[0].split(':', 1)[1].strip()
            cm = re.search(r'\s+#.*$', v)
            if cm: todo.append(f'{name_for}: {name}: {cm.group(0).strip()}'); v = v[:cm.start()]
            if v.startswith('{'):
                whole = ' '.join([v] + [x.strip() for x in c[1:]])
                of = pairs(whole[:closing(whole, 0)])
            else: of = [tuple(x.strip().split(': ', 1)) for x in c[1:] if x.strip()]
        elif key(c) == 'gives' and section == 'quantities':
            cm = re.search(r'\s+#.*$', c[0])
            if cm: todo.append(f'{name_for}: {name}: {cm.group(0).strip()}')
        else: keep.append(c)
    h = pad + head(name, of, types) + ':'
    if [key(c) for c in keep] == [valk]:
        c = keep[0]
        v = c[0].strip().split(':', 1)[1].strip()
        cm = re.search(r'\s+(#(?!:).*)$', v) if not v.startswith(('"', "'")) else None
        if cm and not v.startswith('|'):
            todo.append(f'{name_for}: {name}: comment {cm.group(1)}')
        tail = [(l[lead-ind:] if l.strip() else l) for l in c[1:]]
        if not v and tail: return fit(above, h, behind, tail)
        if not tail or not any(t.strip() for t in tail):
            v = plain(v, False)
            return fit(above, h + ' ' + v, behind, tail)
        return fit(above, h + ' ' + v, behind, tail, not v.startswith(('|', '>')))
    return fit(above, h, behind, [l for c in keep for l in c])

def fit(above, head, behind, tail, open_text=False):
    """A head with what is said of it, behind it if there is room."""
    pad = ' ' * indent(head)
    if len(head) > WIDTH and not tail and not re.match(r'^["\']|^\|', head.split(': ', 1)[1]):
        h, v = head.split(': ', 1)
        head, tail = h + ': |', [pad + '  ' + v]
    if behind and not behind.startswith('#:'): return above + [head + '  ' + behind] + tail
    words = ' '.join([a.strip()[2:].strip() for a in above] + ([behind[2:].strip()] if behind else []))
    if not words: return [head] + tail
    if len(head) + 5 + len(words) <= WIDTH and not open_text: return [head + '  #: ' + words] + tail
    out, line = [], pad + '#:'
    for w in words.split(' '):
        if len(line) + 1 + len(w) > WIDTH and line != pad + '#:': out.append(line); line = pad + '#:'
        line += ' ' + w
    return out + [line, head] + tail

def anywhere(text, types):
    """NAME: {of: .., value: ..} and NAME: {params: .., do: ..} anywhere."""
    out, i = '', 0
    for m in iter(lambda: re.compile(r'([A-Za-z_0-9%]+): \{').search(text, i), None):
        j = m.end() - 1
        e = closing(text, j)
        body = text[j:e] if e > 0 and '\n' not in text[j:e] else ''
        ps = pairs(body) if body else None
        keys = [k for k, _ in ps] if ps else []
        section = 'quantities' if 'value' in keys and ('of' in keys or 'gives' in keys) else 'procs' if 'params' in keys and 'do' in keys else ''
        r = flow_entry(m.group(1), body, section, types, text[max(0, m.start()-2):m.start()].strip() in ('{', ',')) if section else None
        if r: out += text[i:m.start()] + r; i = e
        else: out += text[i:m.end()]; i = m.end()
    return out + text[i:]

def convert(text, name, types=TYPES):
    lines, out, i = text.split('\n'), [], 0
    while i < len(lines):
        l = lines[i]
        m = re.match(r'^(\s*)(quantities|procs):\s*(#.*)?$', l)
        if not m:
            out.append(in_flow(l, types)); i += 1; continue
        out.append(l); i += 1
        base, section = len(m.group(1)), m.group(2)
        at = None
        group = []
        def flush():
            nonlocal group
            if not group: return
            # what follows the entry: blank lines and ordinary comments
            k = 0
            while k < len(group) and (not group[k].strip() or group[k].lstrip().startswith('#') and not group[k].lstrip().startswith('#:')): k += 1
            head_, rest = group[:k], group[k:]
            end = len(rest)
            while end > 0 and (not rest[end-1].strip() or indent(rest[end-1]) <= at and rest[end-1].lstrip().startswith('#')): end -= 1
            out.extend(head_)
            if rest[:end]: out.extend(entry(rest[:end], section, types, name))
            out.extend(rest[end:])
            group = []
        started = False
        while i < len(lines):
            l = lines[i]
            if l.strip() and indent(l) <= base and not (l.lstrip().startswith('#') and False): break
            if l.strip() and at is None and not l.lstrip().startswith('#'): at = indent(l)
            isremark = l.lstrip().startswith('#:') and at is not None and indent(l) == at
            iskey = l.strip() and at is not None and indent(l) == at and not l.lstrip().startswith('#')
            iscomment = l.lstrip().startswith('#') and not l.lstrip().startswith('#:')
            if at is None: group.append(l); i += 1; continue
            if iskey and started or isremark and started and not pending:
                flush(); started = False
            pending = isremark or (iscomment and not started)
            group.append(l)
            if iskey: started = True
            i += 1
        flush()
    return '\n'.join(out)

if __name__ == '__main__':
    import os, yaml
    for d, _, fs in os.walk('.'):
        if '/.git' in d or 'node_modules' in d: continue
        for f in fs:
            if f.endswith('.yaml'):
                try: root = yaml.safe_load(open(os.path.join(d, f)))
                except Exception: continue
                if isinstance(root, dict):
                    for s in ('kinds', 'scales'):
                        if isinstance(root.get(s), dict): TYPES.update(root[s])
    for n in sys.argv[1:]:
        old = open(n, errors='surrogateescape', newline='').read()
        new = convert(old, n)
        if not n.endswith('.yaml') or 'testdata' in n: new = '\n'.join(anywhere(l, TYPES) for l in new.split('\n'))
        if new != old: open(n, 'w', errors='surrogateescape', newline='').write(new)
    print('\n'.join(todo))
