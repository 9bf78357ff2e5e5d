"""Takes gives: out of the procs of rulec files, pages and tests; a proc that has only a program left is NAME(PARTICIPANTS): PROGRAM.
Usage: python3 gives.py FILE.."""
import re,sys
def conv(s):
    L=s.split('\n'); out=[]; i=0; n=0
    while i<len(L):
        l=L[i]
        m=re.match(r'^(\s*)("?[a-z_0-9]+\([^\n]*\)"?|[a-z_0-9]+):(  #.*)?$',l)
        j=i+1
        if m and j<len(L):
            ind=len(m[1]); k=j; body=[]
            while k<len(L) and (L[k].strip()=='' or len(L[k])-len(L[k].lstrip())>ind): k+=1
            body=L[j:k]
            while body and body[-1].strip()=='': body.pop()
            keys=[b for b in body if re.match(r'^\s{%d}\S'%(ind+2),b)]
            g=[b for b in keys if re.match(r'^\s+gives:',b)]
            d=[b for b in keys if re.match(r'^\s+do:',b)]
            if g and d and not any(re.match(r'^\s+(channels|value|rows|keys):',b) for b in keys):
                body=[b for b in body if b not in g]; n+=1
                keys=[b for b in keys if b not in g]
                if keys==d and body[0]==d[0]:
                    v=re.match(r'^\s+do:\s*(.*)$',d[0])[1]
                    rest=body[1:]
                    head=f"{m[1]}{m[2]}: {v}{m[3] or ''}"
                    if len(head)>120 and m[3] and v!='|':
                        out.append(m[1]+m[3].strip()); head=f"{m[1]}{m[2]}: {v}"
                        out[-1]=m[1]+m[3].strip()
                    elif len(head)>120 and m[3]:
                        out.append(m[1]+m[3].strip()); head=f"{m[1]}{m[2]}: {v}"
                    out.append(head)
                    out+=[b[2:] if b.startswith('  ') else b for b in rest]
                else:
                    out.append(l); out+=body
                i=j+len(L[j:k]) if False else j+len(body)+len(g)
                continue
        out.append(l); i+=1
    return '\n'.join(out),n
for f in sys.argv[1:]:
    try: s=open(f,newline='').read()
    except UnicodeDecodeError: continue
    t,n=conv(s)
    if t!=s: open(f,'w',newline='').write(t); print(f,n)
