"""Puts the channels of quantities into their formulas: sum(add). Files: YAML, pages, Go tests.
Usage: python3 channels.py FILE.."""
import re,sys
R={'sum':'sum','max':'highest','min':'lowest','any':'any','count':'count'}
def way(red,name):
    red=red.strip().strip('"')
    m=re.match(r'^if\((.*), ?(\w+), ?(\w+)\)$',red)
    if m: return f'if({m[1]}, {R[m[2]]}({name}), {R[m[3]]}({name}))'
    if red.startswith('last'): return f'last({name})'
    return f'{R[red]}({name})'
def flowmap(t):
    t=t.strip()
    if not(t.startswith('{') and t.endswith('}')): return None
    t=t[1:-1]; out={}; d=0; q=None; cur=''; parts=[]
    for c in t:
        if q: 
            cur+=c
            if c==q: q=None
            continue
        if c in '"\'': q=c
        if c in '([{': d+=1
        if c in ')]}': d-=1
        if c==',' and d==0: parts.append(cur); cur=''
        else: cur+=c
    parts.append(cur)
    for p in parts:
        k,v=p.split(':',1); out[k.strip()]=v.strip()
    return out
def inner(f,ch):
    for n,r in ch.items():
        w=way(r,n)
        f=re.sub(r'(?<![\w.])%s(?![\w(])'%n,lambda m:w,f)
    return f
def conv(s):
    L=s.split('\n'); out=[]; i=0; n=0
    while i<len(L):
        l=L[i]
        m=re.match(r'^(\s*)("?[a-z_0-9]+(?:\([^\n]*\))?"?):(\s+#.*)?$',l)
        j=i+1
        if m and j<len(L):
            ind=len(m[1]); k=j
            while k<len(L) and (L[k].strip()=='' or len(L[k])-len(L[k].lstrip())>ind): k+=1
            body=L[j:k]
            while body and body[-1].strip()=='': body.pop()
            keys=[(x,b) for x,b in enumerate(body) if re.match(r'^\s{%d}\S'%(ind+2),b)]
            names=[re.match(r'^\s+([a-z_ ]+):',b) for x,b in keys]
            names=[x[1] if x else None for x in names]
            if 'channels' in names and 'value' in names and set(names)<={'channels','value','title'}:
                seg={}
                for q,(x,b) in enumerate(keys):
                    e=keys[q+1][0] if q+1<len(keys) else len(body)
                    seg[names[q]]=body[x:e]
                c=seg['channels']; t=re.match(r'^\s+channels:\s*(.*)$',c[0])[1]
                if t: ch=flowmap(re.sub(r'\s+#.*$','',t))
                else:
                    ch={}
                    for b in c[1:]:
                        mm=re.match(r'^\s+([a-z_0-9]+):\s*(.*?)(\s+#.*)?$',b)
                        if mm: ch[mm[1]]=mm[2]
                v=seg['value']; vt=re.match(r'^\s+value:\s*(.*)$',v[0])[1]
                if ch is None: out.append(l); i+=1; continue
                n+=1
                comment=''
                mc=re.match(r'^(.*?)(\s+#.*)$',vt)
                if mc and not vt.startswith('"'): vt,comment=mc[1],mc[2].strip()
                vt=inner(vt,ch); rest=[inner(b,ch) for b in v[1:]]
                if 'title' in seg:
                    out.append(l); out+=seg['title']; out.append(' '*(ind+2)+'value: '+vt+('  '+comment if comment else '')); out+=rest
                else:
                    rem=(m[3] or '').strip() or ''
                    if comment: rem=(rem+'  '+comment).strip() if not rem else rem
                    head=f'{m[1]}{m[2]}: {vt}'
                    if rem and len(head)+2+len(rem)>120: out.append(m[1]+rem); rem=''
                    if len(head)>120 and not rest and not vt.startswith(('"','|','>')):
                        out.append(f'{m[1]}{m[2]}: |'+('  '+rem if rem else '')); out.append(m[1]+'  '+vt)
                    else:
                        out.append(head+('  '+rem if rem else ''))
                        out+=[b[2:] if b.startswith('  ') else b for b in rest]
                i=j+len(body); continue
        # one-line {channels: .., value: ..}
        m=re.match(r'^(\s*)([a-z_0-9]+(?:\([^\n]*\))?): (\{.*channels:.*\})(\s+#.*)?$',l)
        if m:
            f=flowmap(m[3])
            if f and 'channels' in f and 'value' in f and set(f)<={'channels','value'}:
                ch=flowmap(f['channels'])
                if ch is not None:
                    n+=1; out.append(f"{m[1]}{m[2]}: {inner(f['value'],ch)}{m[4] or ''}"); i+=1; continue
        out.append(l); i+=1
    return '\n'.join(out),n
for f in sys.argv[1:]:
    try: s=open(f,newline='').read()
    except UnicodeDecodeError: continue
    try: t,n=conv(s)
    except KeyError as e: print('left',f,e); continue
    if t!=s: open(f,'w',newline='').write(t); print(f,n)
